import * as z from 'zod';
import { recordByName } from '../base/recordByName.ts';
import { mineProgressSchema } from '../palace/contract/filing/mineProgress.ts';

const count = z.number().int().min(0);

export const palaceSummarySchema = z.object({
  /** The name of the workspace; null without one. */
  workspace: z.string().nullable(),
  /** `absent`: there is none, yet or any more. */
  state: z.enum(['ok', 'absent', 'readOnly', 'damaged']),
  /** Rises with every write that a search or a plan can see. */
  revision: count,
  drawers: count,
  archived: count,
  /** Counts by name, without archived drawers. */
  wings: recordByName(count),
  /** Wing → room → count. */
  rooms: recordByName(recordByName(count)),
  types: z.record(z.string(), count),
  tiers: z.record(z.string(), count),
  vectors: z.object({
    /** Drawers that have a usable vector. */
    done: count,
    /** Drawers still waiting for one. */
    pending: count,
    /** Vectors per second; null while unknown. */
    perSecond: z.number().min(0).nullable(),
  }),
  model: z.object({
    state: z.enum(['loading', 'ready', 'working', 'unavailable', 'mismatch']),
    /** The model that made the palace's vectors, and the one in use now. */
    palaceModel: z.string().nullable(),
    currentModel: z.string().nullable(),
    dimensions: z.number().int().nullable(),
    engine: z.string().nullable(),
  }),
  /** The work in progress; null if there is none. */
  underWay: z
    .object({
      stage: mineProgressSchema.shape.stage,
      done: count,
      /** Null while the total is not known. */
      total: count.nullable(),
      /** Its text in the status bar and the Memory view. */
      text: z.string(),
    })
    .nullable(),
});
/** What the inspector knows about the palace: counts, missing vectors, the model's state, mining. */
export type PalaceSummary = z.infer<typeof palaceSummarySchema>;
