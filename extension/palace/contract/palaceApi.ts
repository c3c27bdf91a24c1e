import type * as z from 'zod';
import { browseCalls } from './browseSchemas.ts';
import type { Caller } from './caller.ts';
import { drawerCalls } from './drawerSchemas.ts';
import { eraseCalls } from './eraseSchemas.ts';
import { intakeCalls } from './intakeSchemas.ts';
import { maintenanceCalls } from './maintenanceSchemas.ts';
import { memoryCalls } from './memorySchemas.ts';
import type { MineProgress } from './mineProgress.ts';
import { moveCalls } from './moveSchemas.ts';
import { noteCalls } from './noteSchemas.ts';
import { planCalls } from './planCallSchemas.ts';
import type { Repeating } from './repeatability.ts';
import { linkCalls } from './search/linkSchemas.ts';
import { searchCalls } from './search/searchSchemas.ts';
import { transferCalls } from './transferSchemas.ts';

/**
 * A row of the table: what a call takes and returns, and what repeating it does. `progress` marks the calls that
 * report while they run.
 */
interface Call {
  readonly params: z.ZodType;
  readonly result: z.ZodType;
  readonly progress?: z.ZodType;
  readonly again: Repeating;
}

/**
 * The interface that every client uses, as schemas: what each call takes and returns, by name. The service derives
 * its typed RPC from this table. Wire names are snake_case, as in the command line's `--json`.
 */
export const palaceApi = {
  ...searchCalls,
  ...linkCalls,
  ...drawerCalls,
  ...browseCalls,
  ...noteCalls,
  ...eraseCalls,
  ...intakeCalls,
  ...transferCalls,
  ...memoryCalls,
  ...moveCalls,
  ...planCalls,
  ...maintenanceCalls,
} as const satisfies Record<string, Call>;

export type PalaceMethod = keyof typeof palaceApi;
export type Params<M extends PalaceMethod> = z.input<(typeof palaceApi)[M]['params']>;
export type Result<M extends PalaceMethod> = z.output<(typeof palaceApi)[M]['result']>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MineProgress) => void;
  /**
   * The UUID under which a call of kind `once` may be repeated: it then returns the first answer. When absent, the
   * connection creates one for each call.
   */
  readonly request?: string;
  /** The caller; set by the connection. */
  readonly caller?: Caller;
}

/** The palace as its clients see it, in this process or through the owner. Calls reject with `PalaceError`. */
export type PalaceApi = {
  readonly [M in PalaceMethod]: (params: Params<M>, options?: CallOptions) => Promise<Result<M>>;
};
