import * as z from 'zod';
import { tiers } from '../../model/drawer/vocabulary.ts';

/** Wire format of what maintenance and agents moved: archived, or put into another tier. */

const count = z.number().int().min(0);

const movers = ['maintenance', 'agent'] as const;

const movedDrawerSchema = z.object({
  drawer_id: z.string(),
  from: z.enum(tiers),
  to: z.enum([...tiers, 'archive']),
  /** Text for a person. */
  reason: z.string(),
});

export const movedBatchSchema = z.object({
  /** Give it to `restore` to take the batch back. */
  batch: z.string(),
  at: z.string(),
  by: z.enum(movers),
  /** What an agent gave as its reason; null for maintenance. */
  reason: z.string().nullable(),
  /** The plan that an agent applied; `undoPlan` takes it back. Null for all else. */
  plan_id: z.string().nullable(),
  /** How many of its drawers are still where it put them. */
  archived: count,
  demoted: count,
  promoted: count,
});
/** Drawers that were moved together and are still where they were put. */
export type MovedBatch = z.infer<typeof movedBatchSchema>;

/** An agent's plan that no person has approved or applied yet. */
export const waitingPlanSchema = z.object({
  plan_id: z.string(),
  created_at: z.string(),
  groups: count,
  would_archive: count,
});
export type WaitingPlan = z.infer<typeof waitingPlanSchema>;

/** Rows of the palace's table of calls. */
export const moveCalls = {
  /**
   * What maintenance and agents moved within the last 7 days and nobody undid, the latest first, with the
   * drawers.
   */
  moves: {
    again: 'read',
    params: z.object({ limit: z.number().int().min(1).max(100).optional() }),
    result: z.object({
      batches: z.array(
        movedBatchSchema.extend({
          /** At most 200 of them. */
          drawers: z.array(movedDrawerSchema),
        }),
      ),
      waiting: z.array(waitingPlanSchema),
    }),
  },
  /** The batches that no session's start has reported yet. From now on they count as reported. */
  tellMoves: { again: 'once', params: z.object({}), result: z.object({ batches: z.array(movedBatchSchema) }) },
} as const;
