import type { Params, Result } from './palaceApi.ts';

/** What one palace may ask of another. None of it writes. */
export type LinkedMethod = 'linkedCounts' | 'linkedPool' | 'linkedDrawer' | 'linkedStatus';

/** A palace that a person has linked to this one. */
export interface LinkedPalace {
  readonly name: string;
  /** Absolute paths; the workspace is null if it is not known. */
  readonly folder: string;
  readonly workspace: string | null;
  /** Whether agents may find its drawers. */
  readonly agents: boolean;
  /**
   * Asks the process that has the palace open, or reads it here without writing. Rejects with `PalaceError`: why it can't be read,
   * and what to do.
   */
  readonly call: <M extends LinkedMethod>(
    method: M,
    params: Params<M>,
    signal?: AbortSignal,
  ) => Promise<Result<M>>;
}

/** The palaces that are linked to one. */
export interface LinkedPalaces {
  /** As they are linked now. Throws `PalaceError` if the list can't be read. */
  readonly list: () => readonly LinkedPalace[];
  readonly close: () => Promise<void>;
}

/** A palace to which none is linked. */
export const noLinks: LinkedPalaces = { list: () => [], close: () => Promise.resolve() };
