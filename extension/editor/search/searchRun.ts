import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { Disposable } from '../../base/disposable.ts';

export type SearchOutcome =
  | {
      readonly kind: 'found';
      readonly result: SearchResult;
      /** It takes the place of an answer that was shown. */ readonly isLater: boolean;
    }
  | { readonly kind: 'failed'; readonly error: PalaceError };

/** Searches again for an answer that is not complete; null if it is. */
type Completion = (result: SearchResult, signal: AbortSignal) => Promise<SearchResult> | null;

/** Milliseconds without a key after which the query is searched for. */
const pauseMs = 150;

/**
 * Searches as a person types: it waits for a pause, cancels the previous search and reports only the newest. A
 * completed answer is reported once it is there.
 */
export class SearchRun implements Disposable {
  readonly #search: (query: string, signal: AbortSignal) => Promise<SearchResult>;
  readonly #tell: (outcome: SearchOutcome) => void;
  readonly #complete: Completion;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    search: (query: string, signal: AbortSignal) => Promise<SearchResult>,
    tell: (outcome: SearchOutcome) => void,
    complete: Completion = () => null,
  ) {
    this.#search = search;
    this.#tell = tell;
    this.#complete = complete;
  }

  /** Searches after the pause. A search that is running is cancelled at once. */
  later(query: string): void {
    this.cancel();
    this.#timer = setTimeout(() => void this.#run(query), pauseMs);
  }

  /** Searches without a pause. */
  now(query: string): void {
    this.cancel();
    void this.#run(query);
  }

  /** Repeats the shown search, because there may be more to find. */
  again(query: string): void {
    this.cancel();
    void this.#run(query, true);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  dispose(): void {
    this.cancel();
  }

  async #run(query: string, isLater = false): Promise<void> {
    const { signal } = this.#abort;
    try {
      const result = await this.#search(query, signal);
      if (signal.aborted) return;
      this.#tell({ kind: 'found', result, isLater });
      // The shown results stay if this fails.
      const complete = (await this.#complete(result, signal)?.catch(() => null)) ?? null;
      if (complete !== null && !signal.aborted) this.#tell({ kind: 'found', result: complete, isLater: true });
    } catch (thrown) {
      if (!signal.aborted) this.#tell({ kind: 'failed', error: PalaceError.from(thrown) });
    }
  }
}
