import * as z from 'zod';
import { growthUnits } from '../model/drawer/vocabulary.ts';

const count = z.number().int().min(0);

/** How each wing has grown, by when its drawers were written; without what is archived. */
export const growthSchema = z.object({
  /** A step of the time axis, in UTC; weeks begin on Monday. */
  unit: z.enum(growthUnits),
  /** When each step begins (ISO-8601), without a gap; at most 60, or as many years as there are. The last one holds the present. */
  starts: z.array(z.string()),
  /** The largest first. */
  wings: z.array(
    z.object({
      wing: z.string(),
      drawers: count,
      newest: z.string(),
      /** Drawers that were written in each step; parallel to `starts`. */
      filed: z.array(count),
      /** Drawers dated later than the last step, which no step counts. */
      future: count.default(0),
    }),
  ),
});
export type PalaceGrowth = z.infer<typeof growthSchema>;
