import * as z from 'zod';

const count = z.number().int().min(0);

export const palaceSummarySchema = z.object({
  /** Name of the workspace, null where there is none. */
  workspace: z.string().nullable(),
  state: z.enum(['ok', 'readOnly', 'damaged']),
  /** Rises with every write that a search or a plan may see. */
  revision: count,
  drawers: count,
  archived: count,
  /** Counts by name, archived drawers left out. */
  wings: z.record(z.string(), count),
  /** Wing → room → count. */
  rooms: z.record(z.string(), z.record(z.string(), count)),
  types: z.record(z.string(), count),
  tiers: z.record(z.string(), count),
  vectors: z.object({
    /** Drawers that have a usable vector. */
    done: count,
    /** Drawers still waiting for one. */
    pending: count,
    /** Vectors a second, null while unknown. */
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
  mining: z
    .object({
      stage: z.enum(['scanning', 'mining', 'embedding', 'importing', 'exporting']),
      done: count,
      /** Null while the total is not known. */
      total: count.nullable(),
      message: z.string(),
    })
    .nullable(),
});
/** What the inspector knows of the palace as a whole: counts, vectors due, the model's state, mining. */
export type PalaceSummary = z.infer<typeof palaceSummarySchema>;
