import { PalaceError } from '../../palace/model/palaceError.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { Disposable } from '../../base/disposable.ts';

export type SearchOutcome =
  | { readonly kind: 'found'; readonly result: SearchResult }
  | { readonly kind: 'failed'; readonly error: PalaceError };

/** Searches as a person types: it waits for a pause, cancels the previous search and reports only the newest. */
export class SearchRun implements Disposable {
  readonly #search: (query: string, signal: AbortSignal) => Promise<SearchResult>;
  readonly #tell: (outcome: SearchOutcome) => void;
  readonly #pauseMs: number;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    search: (query: string, signal: AbortSignal) => Promise<SearchResult>,
    tell: (outcome: SearchOutcome) => void,
    pauseMs = 150,
  ) {
    this.#search = search;
    this.#tell = tell;
    this.#pauseMs = pauseMs;
  }

  /** Searches after the pause. A search that is running is cancelled at once. */
  later(query: string): void {
    this.cancel();
    this.#timer = setTimeout(() => void this.#run(query), this.#pauseMs);
  }

  /** Searches without a pause. */
  now(query: string): void {
    this.cancel();
    void this.#run(query);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  dispose(): void {
    this.cancel();
  }

  async #run(query: string): Promise<void> {
    const { signal } = this.#abort;
    try {
      const result = await this.#search(query, signal);
      if (!signal.aborted) this.#tell({ kind: 'found', result });
    } catch (thrown) {
      if (!signal.aborted) this.#tell({ kind: 'failed', error: PalaceError.from(thrown) });
    }
  }
}
