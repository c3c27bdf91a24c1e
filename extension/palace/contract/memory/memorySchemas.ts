import * as z from 'zod';
import { drawerViewSchema } from '../drawerViewSchema.ts';
import { mineProgressSchema } from '../filing/mineProgress.ts';
import { maintainReportSchema, maintainRequestSchema } from './ageingSchemas.ts';
import {
  archiveBatchesSchema,
  archivedRequestSchema,
  archiveReasonsSchema,
  restoreReportSchema,
  restoreRequestSchema,
} from './archiveSchemas.ts';
import { patternSchema } from './patternSchemas.ts';
import { sessionContextSchema } from './sessionContextSchemas.ts';
import { supersedeCheckRequestSchema, supersedeReportSchema } from './supersedeSchemas.ts';

/** Rows of the palace's table of calls. */
export const memoryCalls = {
  /**
   * Ages the memory: archives, demotes and promotes drawers by the rules of the tiers, and gives the reason for
   * each. Deletes nothing.
   */
  maintain: {
    again: 'repeatable',
    params: maintainRequestSchema,
    result: maintainReportSchema,
    progress: mineProgressSchema,
  },
  /**
   * Brings drawers back from the archive: by ID (a note with all its parts), by reason, or by batch, which takes changes of tier
   * back as well.
   */
  restore: { again: 'once', params: restoreRequestSchema, result: restoreReportSchema },
  /** Drawers that were archived together, the latest batch first. */
  archiveBatches: {
    again: 'read',
    params: z.object({ limit: z.number().int().min(1).max(1000).optional(), reason: z.string().optional() }),
    result: archiveBatchesSchema,
  },
  /** The reasons why drawers are archived, with exact counts. */
  archiveReasons: { again: 'read', params: z.object({}), result: archiveReasonsSchema },
  /** Archived drawers of one reason or one batch, page by page, the latest first. */
  archived: {
    again: 'read',
    params: archivedRequestSchema,
    result: z.object({ drawers: z.array(drawerViewSchema), next: z.string().nullable() }),
  },
  /** Recurring issues, the latest first. */
  patterns: {
    again: 'read',
    params: z.object({ include_resolved: z.boolean().optional() }),
    result: z.object({ patterns: z.array(patternSchema) }),
  },
  /** Marks a pattern as resolved, or as unresolved with `resolved: false`. */
  resolvePattern: {
    again: 'once',
    params: z.object({ pattern_id: z.string(), resolved: z.boolean().optional() }),
    result: z.object({ pattern: patternSchema, changed: z.boolean() }),
  },
  /** Notes that newer ones nearly repeat, anywhere in the palace. Marks and writes nothing. */
  supersedeCheck: {
    again: 'read',
    params: supersedeCheckRequestSchema,
    result: supersedeReportSchema,
    progress: mineProgressSchema,
  },
  /** What a session should start with, within a budget of tokens. */
  sessionContext: {
    again: 'read',
    params: z.object({
      /** The profile's `pinned_max_tokens` when absent. */
      tokens: z.number().int().min(100).max(100_000).optional(),
      /** Drawers that this session has already used come first. */
      session_id: z.string().optional(),
    }),
    result: sessionContextSchema,
    progress: mineProgressSchema,
  },
} as const;
