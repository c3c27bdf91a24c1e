import * as z from 'zod';

/**
 * Limits of what a person can type into the inspector. Both sides refuse longer texts. `query`: the longest that can be
 * searched, and so the longest that is remembered. A longer one can be asked, up to `typed`: the palace says what is wrong.
 */
export const inspectorLimits = {
  query: 10_000,
  typed: 1_000_000,
  name: 500,
  listed: 200,
  k: 1000,
  /** Of the drawers nearest to one. */
  similar: 100,
  history: 50,
} as const;

const name = z.string().max(inspectorLimits.name);
const names = z.array(name).max(inspectorLimits.listed);

const inspectorFilterSchema = z.strictObject({
  wing: names.optional(),
  room: names.optional(),
  type: names.optional(),
  tier: names.optional(),
  /** Inclusive, on the day of filing: `YYYY-MM-DD` or ISO-8601. */
  after: z.string().max(40).optional(),
  /** Exclusive. */
  before: z.string().max(40).optional(),
  includeArchived: z.boolean().optional(),
});
/** What narrows a search. The members of a list are alternatives; an absent condition matches everything. */
export type InspectorFilter = z.infer<typeof inspectorFilterSchema>;

/**
 * Profile flags that the inspector may set for one search: by the what-if panel, and as remedies for a missing drawer. The
 * limits are those of the profile's schema.
 */
export const inspectorOverridesSchema = z.strictObject({
  mmr_lambda: z.number().min(0).max(1).optional(),
  wing_diversity_weight: z.number().min(0).max(2).optional(),
  candidate_pool_multiplier: z.number().int().min(1).max(100).optional(),
  fold_near_duplicates: z.boolean().optional(),
  supersede_action: z.enum(['filter', 'annotate', 'demote']).optional(),
  model_guard_strict: z.boolean().optional(),
});

export const inspectorSearchSchema = z.strictObject({
  query: z.string().max(inspectorLimits.typed),
  /** Null: the palace's default profile. */
  profile: name.nullable(),
  filter: inspectorFilterSchema,
  /** The number of results; null for the profile's own. */
  k: z.number().int().min(1).max(inspectorLimits.k).nullable(),
  /** Absent: relevance. */
  sortBy: z.enum(['importance', 'recency']).optional(),
  explain: z.boolean(),
  candidateTrace: z.boolean(),
  dryRun: z.boolean(),
  overrides: inspectorOverridesSchema.optional(),
});
/** Everything that one search asks for. */
export type InspectorSearch = z.infer<typeof inspectorSearchSchema>;

const queries = z.array(z.string().max(inspectorLimits.query)).max(inspectorLimits.listed);
export const pastSearchesSchema = z.object({
  /** Newest first. */
  recent: queries,
  starred: queries,
});

export const inspectorNavigationSchema = z.object({
  tab: z.string().max(40),
  search: inspectorSearchSchema,
  /** Earlier queries, newest first. */
  history: z.array(z.string().max(inspectorLimits.query)).max(inspectorLimits.history),
});
/** What a person sees in the inspector: enough to show the same view after a reload. */
export type InspectorNavigation = z.infer<typeof inspectorNavigationSchema>;
