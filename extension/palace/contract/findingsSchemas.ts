import * as z from 'zod';
import { lineRangeSchema } from './search/searchResult.ts';

/** Wire format of the call that lists secrets: where they are, never the secrets themselves. */
export const findingsRequestSchema = z.object({
  /** From an earlier page. */
  cursor: z.string().nullish(),
  /** Drawers per page; 200 when absent. */
  limit: z.number().int().min(1).max(1000).optional(),
});
const findingSchema = z.object({
  drawer_id: z.string(),
  /** The kind of secret. */
  rule: z.string(),
  /** Half-open UTF-16 offsets in the drawer's text. */
  start: z.number().int(),
  end: z.number().int(),
  source_file: z.string().nullable(),
  /** Lines of the source; null if it has none. */
  lines: lineRangeSchema.nullable(),
  /** False if a person has unmarked the drawer. */
  sensitive: z.boolean(),
});
export type Finding = z.infer<typeof findingSchema>;
export const findingsReportSchema = z.object({ findings: z.array(findingSchema), next: z.string().nullable() });
