import * as z from 'zod';

const count = z.number().int().min(0);

/** How much of the palace the last scan saw. */
export const paginationStateSchema = z.object({
  total: count,
  batches_processed: count,
  last_offset: count,
  scan_depth_reached: z.boolean(),
});
export type PaginationState = z.infer<typeof paginationStateSchema>;

/** One batch of a scan, in a trace. */
const batchTraceSchema = z.object({
  batch_index: count,
  offset: count,
  drawers_in_batch: count,
  ltp_updated: count,
  ltp_skipped_unchanged: count,
  supersede_candidates_found: count,
});
export type BatchTrace = z.infer<typeof batchTraceSchema>;

/** Wire format of a scan of the palace. */
export const scanReportSchema = z.object({
  dry_run: z.boolean(),
  pagination_state: paginationStateSchema,
  ltp_updated: count,
  ltp_skipped_unchanged: count,
  supersede_candidates_found: count,
  phase_timing_ms: z.object({
    paginated_scoring: z.object({
      total_ms: z.number(),
      batches: count,
      batch_timings_ms: z.array(z.number()),
      avg_batch_ms: z.number(),
      /** Null if there was no batch. */
      slowest_batch: z.object({ index: count, ms: z.number(), offset: count }).nullable(),
    }),
  }),
  candidate_trace: z.array(batchTraceSchema).optional(),
});
export type ScanReport = z.infer<typeof scanReportSchema>;

/** The latest scan of what was used. */
export const useScanSchema = z.object({
  at: z.string(),
  /** Drawers used since the scan before, or with an access that left the window. */
  looked_at: count,
  updated: count,
  total_ms: z.number(),
  batch_timings_ms: z.array(z.number()),
});
export type UseScan = z.infer<typeof useScanSchema>;

export const scanRequestSchema = z.object({
  profile: z.string().optional(),
  /** Profile flags for this call only. */
  overrides: z.record(z.string(), z.unknown()).optional(),
  /** Replaces the profile's value. */
  batch_size: z.number().int().min(1).max(50_000).optional(),
  max_scan_depth: z.number().int().min(1).max(10_000_000).optional(),
  candidate_trace: z.boolean().optional(),
  /** Count what would be written, and write nothing. */
  dry_run: z.boolean().optional(),
});
