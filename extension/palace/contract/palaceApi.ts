import type * as z from 'zod';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { browseCalls } from './browseSchemas.ts';
import type { Caller } from './caller.ts';
import type { drawerCalls } from './drawerSchemas.ts';
import type { eraseCalls } from './eraseSchemas.ts';
import type { historyCalls } from './historySchemas.ts';
import type { intakeCalls } from './filing/intakeSchemas.ts';
import type { maintenanceCalls } from './maintenanceSchemas.ts';
import type { memoryCalls } from './memory/memorySchemas.ts';
import type { MineProgress } from './filing/mineProgress.ts';
import type { moveCalls } from './memory/moveSchemas.ts';
import type { noteCalls } from './noteSchemas.ts';
import type { planCalls } from './memory/planCallSchemas.ts';
import type { Repeating } from './repeatability.ts';
import type { linkCalls } from './search/linkSchemas.ts';
import type { searchCalls } from './search/searchSchemas.ts';
import type { teamCalls } from './teamSchemas.ts';
import type { transferCalls } from './filing/transferSchemas.ts';

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
type PalaceTable = typeof searchCalls &
  typeof linkCalls &
  typeof drawerCalls &
  typeof browseCalls &
  typeof historyCalls &
  typeof noteCalls &
  typeof eraseCalls &
  typeof intakeCalls &
  typeof transferCalls &
  typeof memoryCalls &
  typeof moveCalls &
  typeof planCalls &
  typeof maintenanceCalls &
  typeof teamCalls;

/** The name of a call. */
export type PalaceMethod = keyof PalaceTable;
/** What a call takes, before the schema has filled in defaults. */
export type Params<M extends PalaceMethod> = z.input<PalaceTable[M]['params']>;
/** What a call resolves with. */
export type Result<M extends PalaceMethod> = z.output<PalaceTable[M]['result']>;

const search = async () => (await import('./search/searchSchemas.ts')).searchCalls;
const links = async () => (await import('./search/linkSchemas.ts')).linkCalls;
const drawers = async () => (await import('./drawerSchemas.ts')).drawerCalls;
const browsing = async () => (await import('./browseSchemas.ts')).browseCalls;
const history = async () => (await import('./historySchemas.ts')).historyCalls;
const notes = async () => (await import('./noteSchemas.ts')).noteCalls;
const erasing = async () => (await import('./eraseSchemas.ts')).eraseCalls;
const intake = async () => (await import('./filing/intakeSchemas.ts')).intakeCalls;
const transfer = async () => (await import('./filing/transferSchemas.ts')).transferCalls;
const memory = async () => (await import('./memory/memorySchemas.ts')).memoryCalls;
const moves = async () => (await import('./memory/moveSchemas.ts')).moveCalls;
const plans = async () => (await import('./memory/planCallSchemas.ts')).planCalls;
const team = async () => (await import('./teamSchemas.ts')).teamCalls;
const maintenance = async () => (await import('./maintenanceSchemas.ts')).maintenanceCalls;

/**
 * The file of each call. Building the schemas of all calls takes longer than most calls, so a file is loaded
 * when one of its calls is first made.
 */
const files = {
  search,
  whyNot: search,
  replay: search,
  similar: search,
  linkedCounts: links,
  linkedPool: links,
  linkedDrawer: links,
  linkedStatus: links,
  links,
  list: drawers,
  show: drawers,
  showExchange: drawers,
  findings: drawers,
  recordAccess: drawers,
  shelves: browsing,
  shelfGroups: browsing,
  shelfDrawers: browsing,
  growth: browsing,
  fileHistory: history,
  save: notes,
  editNote: notes,
  noteText: notes,
  update: notes,
  checkDuplicate: notes,
  noteChecks: notes,
  tags: notes,
  eraseReach: erasing,
  erase: erasing,
  mine: intake,
  changedFiles: intake,
  indexCommits: intake,
  recogniseImport: intake,
  importConversations: intake,
  importDrawers: transfer,
  importPalace: transfer,
  exportPalace: transfer,
  maintain: memory,
  restore: memory,
  archiveBatches: memory,
  archiveReasons: memory,
  archived: memory,
  patterns: memory,
  resolvePattern: memory,
  supersedeCheck: memory,
  sessionContext: memory,
  moves,
  tellMoves: moves,
  compact: plans,
  evaluatePlan: plans,
  makePlan: plans,
  revisePlan: plans,
  applyPlan: plans,
  undoPlan: plans,
  plans,
  status: maintenance,
  rebuildEmbeddings: maintenance,
  closets: maintenance,
  scanPalace: maintenance,
  showProfile: maintenance,
  profiles: maintenance,
  verify: maintenance,
  teamStatus: team,
  teamConnect: team,
  teamUnlock: team,
  teamLeave: team,
  teamShare: team,
  teamUnshare: team,
  teamExchange: team,
  teamConflicts: team,
  teamSettle: team,
} as const satisfies { readonly [M in PalaceMethod]: () => Promise<Readonly<Record<M, Call>>> };

/** The names of all calls. */
export const palaceMethods = Object.keys(files) as readonly PalaceMethod[];

/** A call's row of the table. */
export const palaceCall = async (method: PalaceMethod): Promise<Call> => {
  const rows: Readonly<Partial<Record<PalaceMethod, Call>>> = await files[method]();
  const row = rows[method];
  if (row === undefined) throw new PalaceError('E_INTERNAL', errorText`There is no call ${method}.`);
  return row;
};

/** What goes with any call, besides its parameters. */
export interface CallOptions {
  /** Once it aborts, the call rejects with E_CANCELLED; what it has committed by then stays. */
  readonly signal?: AbortSignal;
  /** Called while a call with `progress` in its row runs. */
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
