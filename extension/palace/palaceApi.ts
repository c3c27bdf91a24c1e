import * as z from 'zod';
import { entryTypes, tiers } from './model/drawer.ts';
import { scanReportSchema } from './model/scanReport.ts';
import { lineRangeSchema, modelGuardSchema, replayPacketSchema, searchResultSchema, whyNotSchema } from './model/searchResult.ts';

/**
 * The one interface that all doors use, as schemas: what each call takes and gives. The service derives its typed RPC
 * from this table; wire names are snake_case as in the command line's `--json`.
 */

const filterSchema = z.object({
  wing: z.array(z.string()).optional(),
  room: z.array(z.string()).optional(),
  type: z.array(z.enum(entryTypes)).optional(),
  tier: z.array(z.enum(tiers)).optional(),
  /** Inclusive ISO date or time. */
  after: z.string().optional(),
  /** Exclusive ISO date or time. */
  before: z.string().optional(),
  path: z.string().optional(),
  include_archived: z.boolean().optional(),
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
    mined: z.number().int(), unchanged: z.number().int(), renamed: z.number().int(), archived: z.number().int(),
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

export const mineProgressSchema = z.object({
  stage: z.enum(['scanning', 'mining', 'embedding']),
  done: z.number().int(),
  /** Null while the total is not known. */
  total: z.number().int().nullable(),
  /** What is being worked on now, for a person. */
  message: z.string(),
  per_second: z.number().nullable(),
});
export type MineProgress = z.infer<typeof mineProgressSchema>;

export const importRequestSchema = z.object({
  /** JSONL text of drawers: `{id?, text, wing, room, source_file?, filed_at?, speaker?, seq?}` a line. */
  file: z.string(),
  wait_for_embeddings: z.boolean().optional(),
});
export const importReportSchema = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  skipped: z.record(z.string(), z.number().int()),
  elapsed_ms: z.number(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const statusSchema = z.object({
  drawers: z.object({
    total: z.number().int(), archived: z.number().int(),
    by_wing: z.record(z.string(), z.number().int()),
    by_room: z.record(z.string(), z.record(z.string(), z.number().int())),
    by_type: z.record(z.string(), z.number().int()),
    by_tier: z.record(z.string(), z.number().int()),
  }),
  embeddings: z.object({
    model: z.string().nullable(), dim: z.number().int().nullable(), engine: z.string().nullable(),
    done: z.number().int(), pending: z.number().int(), per_second: z.number().nullable(),
    state: z.enum(['loading', 'ready', 'working', 'unavailable', 'mismatch']),
  }),
  palace: z.object({
    path: z.string(), revision: z.number().int(), schema_version: z.number().int(), bytes: z.number().int(),
    state: z.enum(['ok', 'read_only', 'damaged']), workspace: z.string().nullable(),
  }),
  model_guard: modelGuardSchema,
  mining: mineProgressSchema.nullable(),
  warnings: z.array(z.string()),
});
export type PalaceStatus = z.infer<typeof statusSchema>;

export const drawerViewSchema = z.object({
  drawer_id: z.string(), wing: z.string(), room: z.string(), type: z.enum(entryTypes), tier: z.enum(tiers),
  text: z.string(), source_file: z.string().nullable(),
  span: z.object({ start: z.number().int(), end: z.number().int() }).nullable(),
  lines: lineRangeSchema.nullable(), chunk_index: z.number().int(), content_hash: z.string(),
  filed_at: z.string(), created_at: z.string(), importance: z.number(), pinned: z.boolean(), sensitive: z.boolean(),
  archived: z.boolean(), archived_at: z.string().nullable(), archive_reason: z.string().nullable(),
  access_count: z.number().int(), last_accessed: z.string().nullable(),
  speaker: z.string().nullable(), has_vector: z.boolean(),
});
export type DrawerView = z.infer<typeof drawerViewSchema>;

const verifyReportSchema = z.object({
  ok: z.boolean(), checked: z.number().int(),
  damaged: z.array(z.object({ what: z.string(), id: z.string(), problem: z.string() })),
});

export const resolvedProfileSchema = z.object({
  name: z.string(),
  description: z.string(),
  flags: z.record(z.string(), z.object({ value: z.unknown(), source: z.string() })),
});
export type ResolvedProfileView = z.infer<typeof resolvedProfileSchema>;

export const scanRequestSchema = z.object({
  profile: z.string().optional(),
  /** Profile flags for this call alone. */
  overrides: z.record(z.string(), z.unknown()).optional(),
  /** Drawers a batch; 5,000 unless set. */
  batch_size: z.number().int().min(1).max(50_000).optional(),
  /** Drawers a run at most, the next going on from there; 50,000 unless set. */
  max_scan_depth: z.number().int().min(1).max(10_000_000).optional(),
  candidate_trace: z.boolean().optional(),
  /** Count what would be written, and write nothing. */
  dry_run: z.boolean().optional(),
});

const nothing = z.object({});

/** Method → what it takes and gives. `progress` marks the calls that report while they run. */
export const palaceApi = {
  status: { params: nothing, result: statusSchema },
  mine: { params: mineRequestSchema, result: mineReportSchema, progress: mineProgressSchema },
  importDrawers: { params: importRequestSchema, result: importReportSchema, progress: mineProgressSchema },
  search: { params: searchRequestSchema, result: searchResultSchema },
  /** Why a drawer is not among the results of a search, or at which rank it is. */
  whyNot: { params: searchRequestSchema.extend({ drawer_id: z.string() }), result: whyNotSchema },
  /** Computes a recorded search again, without the palace. */
  replay: { params: z.object({ packet: replayPacketSchema }), result: searchResultSchema },
  /** Drawers whose vectors are nearest to a drawer's, itself left out. */
  similar: { params: z.object({ drawer_id: z.string(), k: z.number().int().min(1).max(100).optional(), filter: filterSchema.optional() }), result: searchResultSchema },
  /** Embeds every drawer anew with the model at hand; resumes after a kill; search goes by words meanwhile. */
  rebuildEmbeddings: { params: nothing, result: z.object({ done: z.number().int(), pending: z.number().int() }), progress: mineProgressSchema },
  /** Goes through the whole palace in batches and brings every drawer's long-term potentiation up to date. */
  scanPalace: { params: scanRequestSchema, result: scanReportSchema, progress: mineProgressSchema },
  list: {
    params: z.object({ filter: filterSchema.optional(), cursor: z.string().nullable().optional(), limit: z.number().int().min(1).max(1000).optional() }),
    result: z.object({ drawers: z.array(drawerViewSchema), next: z.string().nullable() }),
  },
  show: { params: z.object({ drawer_id: z.string() }), result: drawerViewSchema },
  recordAccess: { params: z.object({ drawer_ids: z.array(z.string()), session_id: z.string(), kind: z.enum(['opened', 'returned_to_agent']) }), result: nothing },
  showProfile: { params: z.object({ name: z.string().optional() }), result: resolvedProfileSchema },
  profiles: { params: nothing, result: z.object({ names: z.array(z.string()) }) },
  verify: { params: nothing, result: verifyReportSchema, progress: mineProgressSchema },
} as const;

export type PalaceMethod = keyof typeof palaceApi;
export type Params<M extends PalaceMethod> = z.input<(typeof palaceApi)[M]['params']>;
export type Result<M extends PalaceMethod> = z.output<(typeof palaceApi)[M]['result']>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MineProgress) => void;
}

/** The palace as its users see it, in this process or through the owner. Calls reject with `PalaceError`. */
export type PalaceApi = {
  readonly [M in PalaceMethod]: (params: Params<M>, options?: CallOptions) => Promise<Result<M>>;
};
