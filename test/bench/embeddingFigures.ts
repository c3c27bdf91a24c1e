import * as z from 'zod';

/** What one Node's engines did: milliseconds, and what tells whether two vectors are the same to the bit. */
export const measurementSchema = z.object({
  node: z.string(),
  v8: z.string(),
  engines: z.array(
    z.object({
      engine: z.string(),
      drawer_ms: z.number(),
      query_ms: z.number(),
      load_ms: z.number(),
      drawers_per_second: z.number().nullable(),
      bits: z.string(),
      cosine: z.number(),
    }),
  ),
});
export type Measurement = z.infer<typeof measurementSchema>;
