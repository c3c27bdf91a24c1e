import type { CallsOptions } from './calls/palaceCalls.ts';
import type { ProfileLayer } from './contract/caller.ts';
import type { LinkedPalaces } from './contract/linkedPalaces.ts';
import type { OwnerEvent } from './contract/ownerEvents.ts';
import type { TeamConnector } from './team/teamConnector.ts';
import type { Machine } from './indexing/machineState.ts';
import type { VectorIndexOptions } from './vectors/vectorIndex.ts';

/**
 * What the process that holds a palace's lock opens it with. Callers without a workspace or profiles use those
 * given here.
 */
export interface PalaceOptions extends CallsOptions, VectorIndexOptions {
  readonly folder: string;
  readonly profileLayers: readonly ProfileLayer[] | null;
  readonly onEvent: (event: OwnerEvent) => void;
  /**
   * Checks, without blocking this thread, whether every row of the palace being opened is as this program
   * writes it. Absent: opening does so itself.
   */
  readonly rowsAreSound?: () => Promise<boolean>;
  /** Throws E_OWNER_GONE if another process has taken the palace. Absent: nobody can. */
  readonly demandTurn?: () => void;
  /** The palaces that are linked to this one. Absent: links are not supported. */
  readonly links?: LinkedPalaces;
  /** Watches what else the machine does, so that background work makes way. Absent: it never does. */
  readonly machine?: Machine;
  /** How to reach the palace's team. Absent: teams are not supported. */
  readonly team?: TeamConnector;
  /** The disk has no room for the lock: the palace is opened read-only. */
  readonly isDiskFull?: boolean;
}
