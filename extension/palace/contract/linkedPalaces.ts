import type { Params, Result } from './palaceApi.ts';

/** What one palace may ask of another. None of it writes. */
export type LinkedMethod = 'linkedCounts' | 'linkedPool' | 'linkedDrawer' | 'linkedStatus';

/** What a search of this palace also asks: a palace that a person has linked to it, or its team's server. */
export interface LinkedPalace {
  readonly name: string;
  /** As a sentence begins with it: “The linked palace “notes” (its folder)”. */
  readonly title: string;
  /** Absolute paths, or a server's URL; the workspace is null if it is not known. */
  readonly folder: string;
  readonly workspace: string | null;
  /** Whether agents may find its drawers. */
  readonly agents: boolean;
  /** What to do to change one of its drawers; absent: use that palace. */
  readonly takeOver?: string;
  /**
   * Asks the process that has the palace open, or reads the palace here without writing. Rejects with a
   * `PalaceError` that says why it can't be read, and what to do.
   */
  readonly call: <M extends LinkedMethod>(
    method: M,
    params: Params<M>,
    signal?: AbortSignal,
  ) => Promise<Result<M>>;
}

/** The palaces that are linked to one. */
export interface LinkedPalaces {
  /** The current links. Throws `PalaceError` if the list can't be read. */
  readonly list: () => readonly LinkedPalace[];
  readonly close: () => Promise<void>;
}

/** For a palace without links. */
export const noLinks: LinkedPalaces = { list: () => [], close: () => Promise.resolve() };
