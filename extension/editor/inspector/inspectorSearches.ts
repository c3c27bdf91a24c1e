import type { Disposable } from '../../base/disposable.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SearchHit, SearchResult } from '../../palace/contract/search/searchResult.ts';
import { tellFreshness } from '../source/hitFreshness.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';

export interface InspectorSearchesDependencies extends Pick<InspectorDependencies, 'log' | 'post' | 'readSource'> {
  /** Rejects with E_PALACE_NOT_FOUND if there is none. */
  readonly palace: () => Promise<PalaceApi>;
  readonly fail: (thrown: unknown, requestId: string) => void;
}

/** An inspector's searches, one at a time, and what becomes known of the drawers that the last one found. */
export class InspectorSearches implements Disposable {
  readonly #to: InspectorSearchesDependencies;
  #abort = new AbortController();
  #running: string | null = null;
  /** Whether each drawer of the last result is pinned, as the page was told. */
  #pinned = new Map<string, boolean>();
  /** The palace's revision at which that was looked up. */
  #revision: number | null = null;

  constructor(dependencies: InspectorSearchesDependencies) {
    this.#to = dependencies;
  }

  /** Gives exactly one answer. An earlier search that still runs is cancelled. */
  async run(
    requestId: string,
    find: (api: PalaceApi, options: CallOptions) => Promise<SearchResult>,
  ): Promise<void> {
    this.forget();
    const abort = new AbortController();
    [this.#abort, this.#running] = [abort, requestId];
    try {
      const result = await find(await this.#to.palace(), { signal: abort.signal });
      if (abort.signal.aborted) {
        this.#to.post({ type: 'cancelled', requestId });
        return;
      }
      this.#to.post({ type: 'result', requestId, result });
      // A linked palace's drawers are not pinned from here.
      const own = result.results.filter(({ palace }) => palace === undefined);
      this.#pinned = new Map(own.map(({ drawer_id: id, pinned }) => [id, pinned]));
      await this.#tellFreshness(requestId, result.results, abort.signal);
    } catch (thrown) {
      if (abort.signal.aborted) this.#to.post({ type: 'cancelled', requestId });
      else this.#to.fail(thrown, requestId);
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
    this.#pinned = new Map();
  }

  /** Tells which drawers of the last result were pinned or unpinned, by whomever, if the palace has changed. */
  async lookAgain(revision: number): Promise<void> {
    if (revision === this.#revision) return;
    this.#revision = revision;
    const known = this.#pinned;
    const api = await this.#to.palace();
    for (const [drawerId, before] of known) {
      const pinned = await api.show({ drawer_id: drawerId }).then(
        (drawer) => drawer.pinned,
        () => before, // it is gone, or the palace is
      );
      if (known !== this.#pinned || revision !== this.#revision) return;
      if (pinned === known.get(drawerId)) continue;
      known.set(drawerId, pinned);
      this.#to.post({ type: 'pinned', drawerId, pinned });
    }
  }

  dispose(): void {
    this.forget();
  }

  async #tellFreshness(requestId: string, hits: readonly SearchHit[], signal: AbortSignal): Promise<void> {
    // A transcript has its own file format, so a drawer's text is not looked for in it.
    const drawers = hits.filter(({ type }) => type !== 'conversation');
    await tellFreshness(
      drawers,
      this.#to.readSource,
      (states) => this.#to.post({ type: 'drawerStates', requestId, states: [...states] }),
      signal,
    ).catch((thrown: unknown) =>
      this.#to.log('warn', `Sources could not be compared: ${PalaceError.from(thrown).message}`),
    );
  }
}
