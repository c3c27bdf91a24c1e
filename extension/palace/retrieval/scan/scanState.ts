import * as z from 'zod';
import { paginationStateSchema, type PaginationState } from '../../contract/scanSchemas.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** The `meta` key under which the last scan left its state. */
export const scanMeta = 'scan_state';

const scanStateSchema = paginationStateSchema.extend({ after_rowid: z.number().int() });
/** Where a scan ended, so that the next one continues from there. */
export type ScanState = z.infer<typeof scanStateSchema>;

/** The state that the last scan left. Null before the first scan, or if it can't be read: the next scan starts over. */
export const scanState = (read: ReadQueries): ScanState | null => {
  const text = read.meta(scanMeta);
  if (text === undefined) return null;
  try {
    return scanStateSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** What a packet says about the last scan, besides the true count of drawers. */
export const paginationState = (read: ReadQueries, total: number): PaginationState => {
  const state = scanState(read);
  return {
    total,
    batches_processed: state?.batches_processed ?? 0,
    last_offset: state?.last_offset ?? 0,
    scan_depth_reached: state?.scan_depth_reached ?? false,
  };
};
