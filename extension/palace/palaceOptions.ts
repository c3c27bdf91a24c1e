import type { Embedder } from './embedding/embedder.ts';
import type { MineProgress } from './contract/mineProgress.ts';
import type { ProfileLayer } from './retrieval/profiles/profiles.ts';

/** What a palace is opened with, by the one process that holds its lock. Workspace and profiles are those of callers who bring none. */
export interface PalaceOptions {
  readonly folder: string;
  readonly workspace: string | null;
  readonly sqliteWasm: string;
  readonly embedder: Embedder;
  readonly profileLayers: readonly ProfileLayer[];
  readonly clock: () => Date;
  readonly onEvent: (event: PalaceNews) => void;
}

/** What a palace tells unasked. */
export type PalaceNews =
  | { readonly kind: 'changed'; readonly revision: number }
  | { readonly kind: 'progress'; readonly progress: MineProgress | null }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string };
