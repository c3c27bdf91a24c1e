import type { Embedder } from './embedding/embedder.ts';
import type { ProfileLayer } from './contract/caller.ts';
import type { OwnerEvent } from './contract/ownerEvents.ts';

/** What a palace is opened with, by the one process that holds its lock. Workspace and profiles are those of callers who bring none. */
export interface PalaceOptions {
  readonly folder: string;
  readonly workspace: string | null;
  readonly sqliteWasm: string;
  readonly embedder: Embedder;
  readonly profileLayers: readonly ProfileLayer[];
  readonly clock: () => Date;
  readonly onEvent: (event: OwnerEvent) => void;
}
