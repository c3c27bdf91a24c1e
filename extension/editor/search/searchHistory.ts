const kept = 20;

export interface HistoryStore {
  get(): unknown;
  set(queries: readonly string[]): void;
}

/** Earlier queries, newest first, and the place to keep a new one. */
export interface SearchHistory {
  readonly read: () => readonly string[];
  readonly add: (query: string) => void;
  readonly forget: () => void;
}

/** The last queries of this workspace, newest first, each once. */
export const searchHistory = (store: HistoryStore): SearchHistory => {
  const read = (): readonly string[] => {
    const stored = store.get();
    return Array.isArray(stored)
      ? stored.filter((query): query is string => typeof query === 'string').slice(0, kept)
      : [];
  };
  return {
    read,
    forget: () => store.set([]),
    add(query: string): void {
      const trimmed = query.trim();
      if (trimmed !== '') store.set([trimmed, ...read().filter((other) => other !== trimmed)].slice(0, kept));
    },
  };
};
