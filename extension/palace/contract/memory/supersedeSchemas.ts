import * as z from 'zod';

/** Wire format of the check for notes that newer ones nearly repeat. */

const count = z.number().int().min(0);

export const supersedeCheckRequestSchema = z.object({
  /** Cosine from which a newer note may replace an older; the profile's when absent. */
  similarity_threshold: z.number().min(0).max(1).optional(),
  /** Whole days that must lie between them; the profile's when absent. */
  min_age_gap_days: z.number().int().min(0).max(36_500).optional(),
  /** 10 when absent. */
  max_candidates: z.number().int().min(1).max(1000).optional(),
  wing: z.string().optional(),
});

const supersedeCandidateSchema = z.object({
  superseded_id: z.string(),
  superseded_title: z.string(),
  superseded_at: z.string(),
  superseding_id: z.string(),
  superseding_title: z.string(),
  superseding_at: z.string(),
  similarity: z.number(),
  age_gap_days: count,
  confidence: z.enum(['marked', 'high', 'medium', 'low']),
});
export type SupersedeCandidate = z.infer<typeof supersedeCandidateSchema>;

export const supersedeReportSchema = z.object({
  /** False if there are no vectors to compare. */
  checked: z.boolean(),
  /** The most certain first. Notes marked as replaced, sensitive notes and archived ones are left out. */
  candidates: z.array(supersedeCandidateSchema),
  /** How many notes nearly repeat an older one, including those beyond `max_candidates`. */
  found: count,
  /** How many notes were compared with all others. */
  notes_compared: count,
});
export type SupersedeReport = z.infer<typeof supersedeReportSchema>;
