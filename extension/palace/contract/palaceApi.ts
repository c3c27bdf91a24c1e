import * as z from 'zod';
import type { Caller } from './caller.ts';
import { commitIndexReportSchema, commitIndexRequestSchema } from './commitIndexSchemas.ts';
import {
  exchangeViewSchema,
  importConversationsReportSchema,
  importConversationsRequestSchema,
  importKinds,
} from './conversationSchemas.ts';
import { entryTypes, tiers } from '../model/drawer.ts';
import { drawerViewSchema } from './drawerViewSchema.ts';
import {
  exportPalaceReportSchema,
  exportPalaceRequestSchema,
  importPalaceReportSchema,
  importPalaceRequestSchema,
  importReportSchema,
  importRequestSchema,
} from './transferSchemas.ts';
import { findingsReportSchema, findingsRequestSchema } from './findingsSchemas.ts';
import { noteCalls } from './noteSchemas.ts';
import { planCalls } from './planCallSchemas.ts';
import { scanReportSchema, scanRequestSchema } from './scanSchemas.ts';
import { memoryCalls } from './memorySchemas.ts';
import type { Repeating } from './repeatability.ts';
import { mineProgressSchema, type MineProgress } from './mineProgress.ts';
import { modelGuardSchema, replayPacketSchema, searchResultSchema, whyNotSchema } from './searchResult.ts';

/**
 * The one interface that all doors use, as schemas: what each call takes and gives. The service derives its typed RPC
 * from this table; wire names are snake_case as in the command line's `--json`.
 */

const filterSchema = z.object({
  wing: z.array(z.string()).optional(),
  room: z.array(z.string()).optional(),
  type: z.array(z.enum(entryTypes)).optional(),
  tier: z.array(z.enum(tiers)).optional(),
  /** Letter case ignored. */
  tag: z.array(z.string()).optional(),
  /** Inclusive ISO date or time. */
  after: z.string().optional(),
  /** Exclusive ISO date or time. */
  before: z.string().optional(),
  path: z.string().optional(),
  include_archived: z.boolean().optional(),
  /** Agents are given no sensitive drawers. */
  exclude_sensitive: z.boolean().optional(),
});
export type FilterRequest = z.infer<typeof filterSchema>;

export const searchRequestSchema = z.object({
  query: z.string(),
  profile: z.string().optional(),
  filter: filterSchema.optional(),
  /** How many results; the profile's `final_k` (10) when absent. */
  k: z.number().int().min(1).max(1000).optional(),
  sort_by: z.enum(['relevance', 'importance', 'recency']).optional(),
  explain: z.boolean().optional(),
  candidate_trace: z.boolean().optional(),
  dry_run: z.boolean().optional(),
  /** Add a packet from which `replay` computes the same answer again. */
  replay: z.boolean().optional(),
  /** Profile flags for this call alone. */
  overrides: z.record(z.string(), z.unknown()).optional(),
  /** Leave the dense leg out at once (as-you-type search before the model is warm). */
  words_only: z.boolean().optional(),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const mineRequestSchema = z.object({
  /** Absolute folders, each a workspace folder. */
  folders: z.array(z.object({ path: z.string(), name: z.string() })).min(1),
  /** Globs on workspace-relative paths, in gitignore syntax. */
  exclude: z.array(z.string()).optional(),
  /** Wait until every new drawer has its vector. */
  wait_for_embeddings: z.boolean().optional(),
});
export type MineRequest = z.infer<typeof mineRequestSchema>;

export const mineReportSchema = z.object({
  sources: z.object({
    mined: z.number().int(),
    unchanged: z.number().int(),
    renamed: z.number().int(),
    archived: z.number().int(),
    /** Reason → how many. */
    skipped: z.record(z.string(), z.number().int()),
  }),
  /** The files behind the counts of `skipped`; at most 1,000 are listed. */
  skipped_files: z.array(z.object({ path: z.string(), reason: z.string() })),
  drawers: z.object({ added: z.number().int(), kept: z.number().int(), archived: z.number().int() }),
  embeddings: z.object({ done: z.number().int(), pending: z.number().int() }),
  elapsed_ms: z.number(),
});
export type MineReport = z.infer<typeof mineReportSchema>;

export const statusSchema = z.object({
  drawers: z.object({
    total: z.number().int(),
    archived: z.number().int(),
    by_wing: z.record(z.string(), z.number().int()),
    by_room: z.record(z.string(), z.record(z.string(), z.number().int())),
    by_type: z.record(z.string(), z.number().int()),
    by_tier: z.record(z.string(), z.number().int()),
  }),
  embeddings: z.object({
    model: z.string().nullable(),
    dim: z.number().int().nullable(),
    engine: z.string().nullable(),
    done: z.number().int(),
    pending: z.number().int(),
    per_second: z.number().nullable(),
    state: z.enum(['loading', 'ready', 'working', 'unavailable', 'mismatch']),
  }),
  palace: z.object({
    path: z.string(),
    revision: z.number().int(),
    schema_version: z.number().int(),
    bytes: z.number().int(),
    state: z.enum(['ok', 'read_only', 'damaged']),
    workspace: z.string().nullable(),
  }),
  /** Recurring issues that are not resolved. */
  patterns: z.object({ active: z.number().int() }),
  model_guard: modelGuardSchema,
  mining: mineProgressSchema.nullable(),
  warnings: z.array(z.string()),
});
export type PalaceStatus = z.infer<typeof statusSchema>;

export type DrawerView = z.infer<typeof drawerViewSchema>;

const verifyReportSchema = z.object({
  ok: z.boolean(),
  checked: z.number().int(),
  damaged: z.array(z.object({ what: z.string(), id: z.string(), problem: z.string() })),
});

export const resolvedProfileSchema = z.object({
  name: z.string(),
  description: z.string(),
  flags: z.record(z.string(), z.object({ value: z.unknown(), source: z.string() })),
});
export type ResolvedProfileView = z.infer<typeof resolvedProfileSchema>;

const nothing = z.object({});

/** A row of the table: what a call takes and gives, and what making it again does. `progress` marks the calls that report while they run. */
interface Call {
  readonly params: z.ZodType;
  readonly result: z.ZodType;
  readonly progress?: z.ZodType;
  readonly again: Repeating;
}

/** Every call by its name. */
export const palaceApi = {
  status: { again: 'read', params: nothing, result: statusSchema },
  mine: { again: 'repeatable', params: mineRequestSchema, result: mineReportSchema, progress: mineProgressSchema },
  importDrawers: {
    again: 'repeatable',
    params: importRequestSchema,
    result: importReportSchema,
    progress: mineProgressSchema,
  },
  /** Takes in another program's memory or an export; importing again adds only what is missing. */
  importPalace: {
    again: 'repeatable',
    params: importPalaceRequestSchema,
    result: importPalaceReportSchema,
    progress: mineProgressSchema,
  },
  /** Writes the whole palace into a folder, for `importPalace` or for another program; the same palace gives the same bytes. */
  exportPalace: {
    again: 'repeatable',
    params: exportPalaceRequestSchema,
    result: exportPalaceReportSchema,
    progress: mineProgressSchema,
  },
  /** Files a repository's commits; what is wrong with the repository or with git is an outcome, not an error. */
  indexCommits: {
    again: 'repeatable',
    params: commitIndexRequestSchema,
    result: commitIndexReportSchema,
    progress: mineProgressSchema,
  },
  /** What a file or folder holds, and so which of these calls takes it in. */
  recogniseImport: {
    again: 'read',
    params: z.object({ path: z.string().min(1) }),
    result: z.object({ kind: z.enum(importKinds) }),
  },
  /** Takes in files of conversations, an exchange a drawer; only what is new is added. */
  importConversations: {
    again: 'repeatable',
    params: importConversationsRequestSchema,
    result: importConversationsReportSchema,
    progress: mineProgressSchema,
  },
  search: { again: 'read', params: searchRequestSchema, result: searchResultSchema },
  /** Why a drawer is not among the results of a search, or at which rank it is. */
  whyNot: { again: 'read', params: searchRequestSchema.extend({ drawer_id: z.string() }), result: whyNotSchema },
  /** Computes a recorded search again, without the palace. */
  replay: { again: 'read', params: z.object({ packet: replayPacketSchema }), result: searchResultSchema },
  /** Drawers whose vectors are nearest to a drawer's, itself left out. */
  similar: {
    again: 'read',
    params: z.object({
      drawer_id: z.string(),
      k: z.number().int().min(1).max(100).optional(),
      filter: filterSchema.optional(),
    }),
    result: searchResultSchema,
  },
  /** Embeds every drawer anew with the model at hand; resumes after a kill; search goes by words meanwhile. */
  rebuildEmbeddings: {
    again: 'repeatable',
    params: nothing,
    result: z.object({ done: z.number().int(), pending: z.number().int() }),
    progress: mineProgressSchema,
  },
  /** Index cards of every source: builds them all (and keeps them from then on), drops them, or just tells how they stand. */
  closets: {
    again: 'repeatable',
    params: z.object({ build: z.boolean().optional(), drop: z.boolean().optional() }),
    result: z.object({
      state: z.enum(['none', 'building', 'kept']),
      closets: z.number().int(),
      sources_done: z.number().int(),
      sources_total: z.number().int(),
    }),
    progress: mineProgressSchema,
  },
  /** Goes through the whole palace in batches and brings every drawer's long-term potentiation up to date. */
  scanPalace: {
    again: 'repeatable',
    params: scanRequestSchema,
    result: scanReportSchema,
    progress: mineProgressSchema,
  },
  list: {
    again: 'read',
    params: z.object({
      filter: filterSchema.optional(),
      cursor: z.string().nullable().optional(),
      limit: z.number().int().min(1).max(1000).optional(),
      /** Count all that the filter lets pass, too. */
      with_counts: z.boolean().optional(),
    }),
    result: z.object({
      drawers: z.array(drawerViewSchema),
      next: z.string().nullable(),
      /** With `with_counts`: wing → room → how many. */
      counts: z.record(z.string(), z.record(z.string(), z.number().int())).optional(),
    }),
  },
  show: { again: 'read', params: z.object({ drawer_id: z.string() }), result: drawerViewSchema },
  /** The whole exchange of a conversation around a drawer; its secrets are masked unless `reveal` is set. */
  showExchange: {
    again: 'read',
    params: z.object({ drawer_id: z.string(), reveal: z.boolean().optional() }),
    result: exchangeViewSchema,
  },
  /** Where secrets stand, never what they are. */
  findings: { again: 'read', params: findingsRequestSchema, result: findingsReportSchema },
  recordAccess: {
    again: 'repeatable',
    params: z.object({
      drawer_ids: z.array(z.string()),
      session_id: z.string(),
      kind: z.enum(['opened', 'returned_to_agent']),
    }),
    result: nothing,
  },
  ...noteCalls,
  ...memoryCalls,
  ...planCalls,
  showProfile: { again: 'read', params: z.object({ name: z.string().optional() }), result: resolvedProfileSchema },
  profiles: { again: 'read', params: nothing, result: z.object({ names: z.array(z.string()) }) },
  verify: { again: 'read', params: nothing, result: verifyReportSchema, progress: mineProgressSchema },
} as const satisfies Record<string, Call>;

export type PalaceMethod = keyof typeof palaceApi;
export type Params<M extends PalaceMethod> = z.input<(typeof palaceApi)[M]['params']>;
export type Result<M extends PalaceMethod> = z.output<(typeof palaceApi)[M]['result']>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MineProgress) => void;
  /** A UUID under which a call that has its effect once may be made again: it then gives the first one's answer. Made anew for each call by the connection, where absent. */
  readonly request?: string;
  /** Who calls; set by the connection. */
  readonly caller?: Caller;
}

/** The palace as its users see it, in this process or through the owner. Calls reject with `PalaceError`. */
export type PalaceApi = {
  readonly [M in PalaceMethod]: (params: Params<M>, options?: CallOptions) => Promise<Result<M>>;
};
