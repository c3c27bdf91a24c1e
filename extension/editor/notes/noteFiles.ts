import { editedReason } from '../../palace/model/drawer/noteTypes.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

interface NoteState {
  /** The first part of the current note. */
  readonly drawer: DrawerView;
  readonly text: string;
}

/** More edits than this are a loop. */
const mostEdits = 10_000;

/** Notes as files: an address stays good over edits, though each edit files a new drawer. */
export class NoteFiles {
  readonly #api: () => Promise<PalaceApi>;
  /** Earlier drawer → the one that replaced it in this window, to shorten the look-up. */
  readonly #edited = new Map<string, string>();

  constructor(api: () => Promise<PalaceApi>) {
    this.#api = api;
  }

  /**
   * The note at an address: the drawer that it was opened as, or the one that has replaced it. Rejects with
   * `PalaceError`.
   */
  async read(drawerId: string): Promise<NoteState> {
    const api = await this.#api();
    const drawer = await this.#current(api, drawerId);
    return { drawer, text: (await api.noteText({ drawer_id: drawer.drawer_id })).text };
  }

  /** Files the edit. Resolves with the new drawer's ID. Rejects with `PalaceError`. */
  async write(drawerId: string, text: string): Promise<string> {
    const api = await this.#api();
    const { drawer_id: before } = await this.#current(api, drawerId);
    const { drawer_id: after } = await api.editNote({ drawer_id: before, text });
    if (after !== before) this.#edited.set(before, after);
    return after;
  }

  async #current(api: PalaceApi, drawerId: string): Promise<DrawerView> {
    let id = drawerId;
    for (let edits = 0; ; edits++) {
      const known = this.#edited.get(id);
      const drawer = await api.show({ drawer_id: known ?? id });
      const next = drawer.archived && drawer.archive_reason === editedReason ? drawer.superseded_by : null;
      if (next === null || edits === mostEdits) return drawer;
      id = next;
    }
  }
}
