import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { onEmptyPalace } from '../../service/onEmptyPalace.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import { hasPalace } from '../../service/palaceLocation.ts';
import { noMemory } from './noMemory.ts';

/** A workspace and the folder of its palace, both absolute. */
export interface PalaceSite {
  readonly workspace: string;
  readonly folder: string;
}

interface PalaceAccessParts {
  /** The client's folders; empty if it offers none, or names them only later, which is told to `onLate`. */
  readonly roots: (onLate: (roots: readonly string[]) => void) => Promise<readonly string[]>;
  readonly site: (roots: readonly string[]) => PalaceSite;
  readonly connect: (site: PalaceSite) => Promise<PalaceConnection>;
  readonly onProblem: (error: PalaceError) => void;
}

/** A server's palace: found and opened when a call first needs it, closed with the server. */
export class PalaceAccess {
  readonly #parts: PalaceAccessParts;
  #site: Promise<PalaceSite> | undefined;
  /** Folders that the client named after the calls had stopped waiting for them. */
  #lateRoots: readonly string[] | undefined;
  #connection: Promise<PalaceConnection> | undefined;
  #closed = false;

  constructor(parts: PalaceAccessParts) {
    this.#parts = parts;
  }

  async workspace(): Promise<string> {
    return (await this.#found()).workspace;
  }

  /** Opens the palace. Rejects as {@link noMemory} if there is none and none may be made, else with the errors of opening. */
  async open(mayMake: boolean): Promise<PalaceApi> {
    for (;;) {
      if (this.#closed) throw new PalaceError('E_CANCELLED', 'The server is ending.');
      const found = this.#found();
      const site = await found;
      // The client's folders may change while they are looked up, and while the palace is opened.
      if (found !== this.#site) continue;
      if (!mayMake && !hasPalace(site.folder)) throw noMemory(site);
      const connection = this.#connected(site);
      const { api } = await connection;
      if (connection === this.#connection) return api;
    }
  }

  #connected(site: PalaceSite): Promise<PalaceConnection> {
    if (this.#connection !== undefined) return this.#connection;
    const opened = this.#parts.connect(site);
    this.#connection = opened;
    // The next call tries again.
    opened.catch(() => {
      if (this.#connection === opened) this.#connection = undefined;
    });
    return opened;
  }

  /**
   * Where there is no palace yet, runs `work` on an empty one in a temporary folder, so that what is in vain makes none. Gives its
   * result; undefined where there is a palace.
   */
  async beforehand<T>(work: (empty: PalaceApi) => Promise<T>): Promise<T | undefined> {
    const site = await this.#found();
    if (hasPalace(site.folder)) return undefined;
    return onEmptyPalace((folder) => this.#parts.connect({ ...site, folder }), work);
  }

  /** Closes the palace that a call was given, because it was deleted or moved: the next call opens what is there, or makes one. */
  async leave(api: PalaceApi): Promise<void> {
    const connection = this.#connection;
    const open = await connection?.catch(() => undefined);
    if (open?.api !== api || this.#connection !== connection) return;
    this.#connection = undefined;
    await this.#end(connection);
  }

  /** Closes the palace because the client's folders changed: the next call looks for it again. */
  async forget(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#site = undefined;
    this.#lateRoots = undefined;
    await this.#end(connection);
  }

  /** Closes the palace for good, after writes under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.forget();
  }

  #found(): Promise<PalaceSite> {
    const [before, late] = [this.#site, this.#lateRoots];
    this.#lateRoots = undefined;
    this.#site = before === undefined ? this.#looked() : late === undefined ? before : this.#moved(before, late);
    return this.#site;
  }

  #looked(): Promise<PalaceSite> {
    const looked = this.#parts
      .roots((late) => {
        // Meanwhile the client's folders may have changed, and were asked for again.
        if (this.#site === looked) this.#lateRoots = late;
      })
      .then((roots) => this.#parts.site(roots));
    return looked;
  }

  /** To the palace of the client's folders. Calls under way in another one were not stopped: only the next call comes here. */
  async #moved(from: Promise<PalaceSite>, roots: readonly string[]): Promise<PalaceSite> {
    const site = this.#parts.site(roots);
    const before = await from.catch(() => undefined);
    if (before?.folder === site.folder) return site;
    const connection = this.#connection;
    this.#connection = undefined;
    await this.#end(connection);
    return site;
  }

  async #end(connection: Promise<PalaceConnection> | undefined): Promise<void> {
    const open = await connection?.catch(() => undefined);
    try {
      await open?.close();
    } catch (thrown) {
      this.#parts.onProblem(PalaceError.from(thrown));
    }
  }
}
