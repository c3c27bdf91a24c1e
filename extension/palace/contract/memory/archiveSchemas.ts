import * as z from 'zod';
import { longNotesSchema } from '../longNotesSchema.ts';

/** Wire format of the archive: restoring from it, and what is in it. */

const count = z.number().int().min(0);

/** What to restore: exactly one of drawers, batch and reason. */
export const restoreRequestSchema = z
  .object({
    drawer_ids: z.array(z.string()).min(1).max(1000).optional(),
    /** As named by `maintain` and `archiveBatches`. */
    batch: z.string().optional(),
    /** All drawers archived for this reason, as named by `archiveReasons`. */
    reason: z.string().optional(),
  })
  .refine((request) => Object.values(request).filter((part) => part !== undefined).length === 1, {
    error: 'must have exactly one of drawer_ids, batch and reason',
  });
export const restoreReportSchema = z.object({
  restored: z.array(z.string()),
  /** Of the restored drawers; with `drawer_ids` alone. */
  long_notes: longNotesSchema.optional(),
  /** Drawers of the batch that returned to their earlier tier. */
  moved_back: z.array(z.string()).default([]),
  /** How many were not in the archive. */
  unchanged: count,
  /** IDs of drawers that do not exist. */
  missing: z.array(z.string()),
});

/** Drawers that were archived together, such as by one run of the maintenance. */
export const archiveBatchesSchema = z.object({
  batches: z.array(z.object({ batch: z.string(), reason: z.string(), archived_at: z.string(), drawers: count })),
});

/** How many drawers are archived for each reason. */
export const archiveReasonsSchema = z.object({
  total: count,
  /** Ordered by number of drawers, largest first. */
  reasons: z.array(
    z.object({
      /** Empty if no reason was given. */
      reason: z.string(),
      drawers: count,
      /** When the last of them was archived. */
      latest: z.string(),
    }),
  ),
});

/** A page of the drawers archived for one reason, or in one batch. */
export const archivedRequestSchema = z
  .object({
    reason: z.string().optional(),
    batch: z.string().optional(),
    /** From an earlier page. */
    cursor: z.string().nullish(),
    /** Drawers per page; 200 when absent. */
    limit: z.number().int().min(1).max(1000).optional(),
  })
  .refine(({ reason, batch }) => (reason === undefined) !== (batch === undefined), {
    error: 'must have either a reason or a batch',
  });
