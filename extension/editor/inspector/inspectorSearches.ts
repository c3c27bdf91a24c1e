import type { Disposable } from '../../base/disposable.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SearchHit, SearchResult } from '../../palace/contract/search/searchResult.ts';
import { tellFreshness } from '../source/hitFreshness.ts';
import type { DrawerChange } from '../../protocol/inspectorMessages.ts';
import { drawerChange } from './drawerChange.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';

interface InspectorSearchesDependencies extends Pick<InspectorDependencies, 'log' | 'post' | 'readSource'> {
  /** Rejects with E_PALACE_NOT_FOUND if there is none. */
  readonly palace: () => Promise<PalaceApi>;
  readonly fail: (thrown: unknown, requestId: string) => void;
}

/** A drawer that the page shows, and what it was told of it since. */
interface ToldDrawer {
  readonly hit: SearchHit;
  /** Whether the search told of what replaces the drawer. */
  readonly isReplacementKnown: boolean;
  pinned: boolean;
  change: DrawerChange | null;
}

/** A linked palace's drawers are neither pinned nor changed from here. */
const toldBy = ({ results, pipeline_trace: trace }: SearchResult): ToldDrawer[] =>
  results
    .filter(({ palace }) => palace === undefined)
    .map((hit) => ({
      hit,
      isReplacementKnown: !trace.phases_skipped.includes('supersede'),
      pinned: hit.pinned,
      change: null,
    }));

const isInUse = async (drawerId: string, api: PalaceApi): Promise<boolean> =>
  api.show({ drawer_id: drawerId }).then(
    ({ archived }) => !archived,
    () => false,
  );

/** How a drawer is now; as before if the palace can't say. */
const lookedUp = async (
  { hit, isReplacementKnown, pinned, change }: ToldDrawer,
  api: PalaceApi,
): Promise<Pick<ToldDrawer, 'pinned' | 'change'>> => {
  try {
    const now = await api.show({ drawer_id: hit.drawer_id });
    const isReplaced =
      isReplacementKnown &&
      now.superseded_by !== null &&
      hit.replaced_by?.marked !== true &&
      (await isInUse(now.superseded_by, api));
    return { pinned: now.pinned, change: drawerChange(hit, now, isReplaced) };
  } catch (thrown) {
    return { pinned, change: PalaceError.from(thrown).code === 'E_DRAWER_NOT_FOUND' ? 'gone' : change };
  }
};

/** An inspector's searches, one at a time, and what becomes known of the drawers that the last one found. */
export class InspectorSearches implements Disposable {
  readonly #dependencies: InspectorSearchesDependencies;
  #abort = new AbortController();
  #running: string | null = null;
  /** The last result's own drawers, as the page was told of them. */
  #told: readonly ToldDrawer[] = [];
  /** The palace's last known revision. They were looked up at it, or are once the search has its result. */
  #revision: number | null = null;

  constructor(dependencies: InspectorSearchesDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Gives exactly one answer. An earlier search that still runs is cancelled. `wantedResults`: how many were asked for,
   * if that is known.
   */
  async run(
    requestId: string,
    wantedResults: number | undefined,
    find: (api: PalaceApi, options: CallOptions) => Promise<SearchResult>,
  ): Promise<void> {
    this.forget();
    const abort = new AbortController();
    [this.#abort, this.#running] = [abort, requestId];
    const revision = this.#revision;
    try {
      const api = await this.#dependencies.palace();
      const result = await find(api, { signal: abort.signal });
      if (abort.signal.aborted) {
        this.#dependencies.post({ type: 'cancelled', requestId });
        return;
      }
      this.#dependencies.post({
        type: 'result',
        requestId,
        result,
        ...(wantedResults === undefined ? {} : { wantedResults }),
      });
      this.#told = toldBy(result);
      await this.#tellFreshness(requestId, result.results, abort.signal);
      // The palace changed while it was searched, perhaps after the drawers had been read.
      if (revision !== this.#revision) await this.#lookUp(api);
    } catch (thrown) {
      if (abort.signal.aborted) this.#dependencies.post({ type: 'cancelled', requestId });
      else this.#dependencies.fail(thrown, requestId);
    }
  }

  /** False if it is not this search that runs. */
  cancel(requestId: string): boolean {
    if (this.#running !== requestId) return false;
    this.#abort.abort();
    return true;
  }

  /** Cancels the running search, and drops what is known of the last result. */
  forget(): void {
    this.#abort.abort();
    this.#told = [];
  }

  /** Tells which drawers of the last result have changed, by whomever, if the palace has. */
  async lookAgain(revision: number): Promise<void> {
    if (revision === this.#revision) return;
    this.#revision = revision;
    await this.#lookUp(await this.#dependencies.palace());
  }

  async #lookUp(api: PalaceApi): Promise<void> {
    const [told, revision] = [this.#told, this.#revision];
    for (const drawer of told) {
      const now = await lookedUp(drawer, api);
      if (told !== this.#told || revision !== this.#revision) return;
      this.#tell(drawer, now);
    }
  }

  #tell(drawer: ToldDrawer, { pinned, change }: Pick<ToldDrawer, 'pinned' | 'change'>): void {
    const { drawer_id: drawerId } = drawer.hit;
    if (pinned !== drawer.pinned) this.#dependencies.post({ type: 'pinned', drawerId, pinned });
    if (change !== drawer.change) this.#dependencies.post({ type: 'drawerChanged', drawerId, change });
    Object.assign(drawer, { pinned, change });
  }

  dispose(): void {
    this.forget();
  }

  async #tellFreshness(requestId: string, hits: readonly SearchHit[], signal: AbortSignal): Promise<void> {
    // A transcript has its own file format, so a drawer's text is not looked for in it.
    const drawers = hits.filter(({ type }) => type !== 'conversation');
    await tellFreshness(
      drawers,
      this.#dependencies.readSource,
      {
        tell: (states) => this.#dependencies.post({ type: 'drawerStates', requestId, states: [...states] }),
        unread: (file, thrown) =>
          this.#dependencies.log(
            'warn',
            `${file} could not be compared with what was filed: ${PalaceError.from(thrown).message}`,
          ),
      },
      signal,
    );
  }
}
