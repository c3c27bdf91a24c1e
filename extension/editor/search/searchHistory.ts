import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { inspectorLimits } from '../../protocol/inspectorNavigation.ts';

/** How many earlier queries are kept, and how many starred ones. */
const mostRecent = 20;
const mostStarred = 50;

/** Where queries are kept. */
interface HistoryStore {
  get(key: 'searchHistory' | 'starredSearches'): unknown;
  set(key: 'searchHistory' | 'starredSearches', queries: readonly string[]): void;
}

/** Queries that can be made again without typing them. */
export interface PastSearches {
  /** Newest first, each once. */
  readonly recent: readonly string[];
  /** In the order in which a person starred them. */
  readonly starred: readonly string[];
}

/** The searches of this workspace: the last ones, and those that a person starred. One that is too long to be searched is not kept. */
export class SearchHistory implements Disposable {
  readonly #store: HistoryStore;
  readonly #changed = new Emitter<PastSearches>();
  /** Calls back after every change. */
  readonly onChange = (listener: (searches: PastSearches) => void): Disposable => this.#changed.event(listener);

  constructor(store: HistoryStore) {
    this.#store = store;
  }

  read(): PastSearches {
    return {
      recent: texts(this.#store.get('searchHistory')).slice(0, mostRecent),
      starred: texts(this.#store.get('starredSearches')).slice(0, mostStarred),
    };
  }

  add(query: string): void {
    const trimmed = query.trim();
    if (!isKept(trimmed)) return;
    const { recent } = this.read();
    this.#set('searchHistory', [trimmed, ...recent.filter((other) => other !== trimmed)].slice(0, mostRecent));
  }

  /** Stars a query, or removes its star. */
  star(query: string, starred: boolean): void {
    const trimmed = query.trim();
    if (!isKept(trimmed)) return;
    const others = this.read().starred.filter((other) => other !== trimmed);
    this.#set('starredSearches', starred ? [...others, trimmed].slice(-mostStarred) : others);
  }

  /** Forgets one earlier query. */
  remove(query: string): void {
    this.#set(
      'searchHistory',
      this.read().recent.filter((other) => other !== query),
    );
  }

  /** Forgets them all, starred ones included, because any may quote erased text. */
  forget(): void {
    this.#set('searchHistory', []);
    this.#set('starredSearches', []);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(key: 'searchHistory' | 'starredSearches', queries: readonly string[]): void {
    this.#store.set(key, queries);
    this.#changed.fire(this.read());
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((query): query is string => typeof query === 'string' && isKept(query)) : [];

const isKept = (query: string): boolean => query !== '' && query.length <= inspectorLimits.query;
