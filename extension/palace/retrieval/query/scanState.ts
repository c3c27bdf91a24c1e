import * as z from 'zod';
import { parseJson } from '../../../base/text/parseJson.ts';
import { paginationStateSchema, type PaginationState } from '../../contract/search/scanSchemas.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** The `meta` key of the last scan's state. */
export const scanMeta = 'scan_state';

const scanStateSchema = paginationStateSchema.extend({ after_rowid: z.number().int() });
/** Where a scan ended, so that the next one continues from there. */
export type ScanState = z.infer<typeof scanStateSchema>;

/** The last scan's state. Null before the first scan or if it can't be read; the next scan then starts from the beginning. */
export const scanState = (read: ReadQueries): ScanState | null => {
  const text = read.meta(scanMeta);
  return text === undefined ? null : (scanStateSchema.safeParse(parseJson(text)).data ?? null);
};

/** The last scan's state for a packet, with the current number of drawers. */
export const paginationState = (read: ReadQueries, total: number): PaginationState => {
  const state = scanState(read);
  return {
    total,
    batches_processed: state?.batches_processed ?? 0,
    last_offset: state?.last_offset ?? 0,
    scan_depth_reached: state?.scan_depth_reached ?? false,
  };
};
