import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import { movedBatchSchema, waitingPlanSchema } from './memory/moveSchemas.ts';
import { mineProgressSchema } from './filing/mineProgress.ts';
import { scanReportSchema, scanRequestSchema, useScanSchema } from './search/scanSchemas.ts';
import { modelGuardSchema } from './search/searchResult.ts';

const writeRefusalSchema = z.object({
  code: z.enum(['E_PALACE_READ_ONLY', 'E_DISK_FULL', 'E_PALACE_DAMAGED']),
  reason: z.string(),
});
/** With what error a palace refuses every write. */
export type WriteRefusal = z.infer<typeof writeRefusalSchema>;

export const statusSchema = z.object({
  drawers: z.object({
    total: z.number().int(),
    archived: z.number().int(),
    by_wing: recordByName(z.number().int()),
    by_room: recordByName(recordByName(z.number().int())),
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
    /** Why the semantic index is built slowly: the machine runs on battery, or other programs need it; null if it isn't. */
    hold_up: z.enum(['battery', 'load']).nullable(),
  }),
  palace: z.object({
    path: z.string(),
    revision: z.number().int(),
    schema_version: z.number().int(),
    bytes: z.number().int(),
    state: z.enum(['ok', 'read_only', 'damaged']),
    /** Absent while it can be written. */
    write_refusal: writeRefusalSchema.optional(),
    workspace: z.string().nullable(),
  }),
  /** Recurring issues that are not resolved. */
  patterns: z.object({ active: z.number().int() }),
  model_guard: modelGuardSchema,
  /** What maintenance and agents moved within 7 days and nobody undid, the latest first. */
  moved: z.array(movedBatchSchema).default([]),
  /** Plans of agents that wait for a person. */
  waiting: z.array(waitingPlanSchema).default([]),
  mining: mineProgressSchema.nullable(),
  /** Whether files of a workspace have been mined into this palace. */
  mined: z.boolean().optional(),
  /** Long-term potentiation: how many drawers the next scan will look at, and the latest one. */
  ltp: z.object({ due: z.number().int(), last_scan: useScanSchema.nullable() }).optional(),
  warnings: z.array(z.string()),
});
export type PalaceStatus = z.infer<typeof statusSchema>;

const verifyReportSchema = z.object({
  ok: z.boolean(),
  checked: z.number().int(),
  damaged: z.array(z.object({ what: z.string(), id: z.string(), problem: z.string() })),
});

const resolvedProfileSchema = z.object({
  name: z.string(),
  description: z.string(),
  flags: z.record(z.string(), z.object({ value: z.unknown(), source: z.string() })),
});
export type ResolvedProfileView = z.infer<typeof resolvedProfileSchema>;

const nothing = z.object({});

/** Rows of the palace's table of calls. */
export const maintenanceCalls = {
  status: { again: 'read', params: nothing, result: statusSchema },
  /**
   * Embeds every drawer again with the current model. Resumes after a crash; meanwhile, search uses words only.
   */
  rebuildEmbeddings: {
    again: 'repeatable',
    params: nothing,
    result: z.object({ done: z.number().int(), pending: z.number().int() }),
    progress: mineProgressSchema,
  },
  /**
   * Index cards of every source: builds all of them and keeps them from then on, drops them, or only reports their
   * state.
   */
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
  /** Goes through the complete palace in batches and updates every drawer's long-term potentiation. */
  scanPalace: {
    again: 'repeatable',
    params: scanRequestSchema,
    result: scanReportSchema,
    progress: mineProgressSchema,
  },
  showProfile: { again: 'read', params: z.object({ name: z.string().optional() }), result: resolvedProfileSchema },
  profiles: { again: 'read', params: nothing, result: z.object({ names: z.array(z.string()) }) },
  verify: { again: 'read', params: nothing, result: verifyReportSchema, progress: mineProgressSchema },
} as const;
