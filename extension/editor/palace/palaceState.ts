import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** What this window knows about its palace. */
export type PalaceState =
  /** It is being looked for; one that was open is being closed. */
  | { readonly kind: 'locating' }
  /** No folder is open, or the palace is inside an untrusted workspace. */
  | { readonly kind: 'nowhere'; readonly reason: 'noWorkspace' | 'untrustedLocation' }
  /** Nothing has been mined yet. */
  | { readonly kind: 'absent'; readonly folder: string }
  /** There is a palace that nobody has needed yet. */
  | { readonly kind: 'closed'; readonly folder: string }
  | { readonly kind: 'opening'; readonly folder: string }
  | {
      readonly kind: 'open';
      readonly folder: string;
      /** Null until the first answer. */
      readonly status: PalaceStatus | null;
      readonly progress: MineProgress | null;
    }
  | { readonly kind: 'failed'; readonly folder: string; readonly error: PalaceError };
