/** The pipeline's hooks, by the names that the seeds gave them. */
export const hookNames = [
  'post_model_guard',
  'post_cross_wing',
  'post_score_event',
  'post_compaction_plan',
  'post_batch',
] as const;
export type HookName = (typeof hookNames)[number];
