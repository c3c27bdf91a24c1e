import type { Embedder } from './embedding/embedder.ts';
import type { Words } from './embedding/modelWords.ts';
import type { Reranker } from './embedding/reranker.ts';
import type { ProfileLayer } from './contract/caller.ts';
import type { LinkedPalaces } from './contract/linkedPalaces.ts';
import type { OwnerEvent } from './contract/ownerEvents.ts';
import type { TeamDoor } from './team/teamDoor.ts';
import type { DocumentReader } from './filing/documents/documentReader.ts';
import type { Machine } from './indexing/machineState.ts';

/**
 * What the process that holds a palace's lock opens it with. Callers without a workspace or profiles use those
 * given here.
 */
export interface PalaceOptions {
  readonly folder: string;
  readonly workspace: string | null;
  readonly sqliteWasm: string;
  readonly embedder: Embedder;
  /** The common words of the model's language; absent: none are known. */
  readonly commonWords?: () => Promise<Words>;
  /** Takes the text out of documents. Absent: none is read. */
  readonly documents?: DocumentReader;
  readonly profileLayers: readonly ProfileLayer[] | null;
  /** Null or absent: searches are never reranked. */
  readonly reranker?: Reranker | null;
  readonly clock: () => Date;
  readonly onEvent: (event: OwnerEvent) => void;
  /**
   * Looks at every row of the palace while it is being opened, without blocking this thread: whether all are as this program writes
   * them. Absent: opening does so by itself.
   */
  readonly rowsAreSound?: () => Promise<boolean>;
  /** Throws E_OWNER_GONE if another process has taken the palace. Absent: nobody can. */
  readonly demandTurn?: () => void;
  /** The palaces that are linked to this one. Absent: none can be. */
  readonly links?: LinkedPalaces;
  /** Looks at what else the machine does, so that work in the background makes way. Absent: it never does. */
  readonly machine?: Machine;
  /** The way to the palace's team. Absent: it can have none. */
  readonly team?: TeamDoor;
  /** The disk has no room for the lock: the palace is only read. */
  readonly isDiskFull?: boolean;
}
