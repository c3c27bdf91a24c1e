import type { ProfileFlags } from './profileFlags.ts';

const defaults: ProfileFlags = {
  description: 'Words and meaning, with evidence from the passage itself',
  final_k: 10,
  leg_depth: 50,
  candidate_pool_multiplier: 1,
  fusion: 'convex',
  rrf_k: 60,
  lexical_weight: 1,
  dense_weight: 'auto',
  lexical_statistics: 'corpus',
  closets: 'off',
  closet_weight: 0.1,
  max_distance: null,
  graph_enabled: false,
  graph_weight: 0.3,
  graph_hops: 1,
  common_term_share: 0.2,
  pair_weight: 0.25,
  sentence_weight: 0.25,
  time_boost: 0.06,
  source_weight: 0.25,
  fold_near_duplicates: false,
  axes_enabled: ['ltp', 'tagging', 'association'],
  half_life_days: null,
  ltp_enabled: true,
  ltp_window_days: 30,
  ltp_max_boost: 2,
  association_enabled: false,
  association_max_boost: 1.5,
  association_coefficient: 0.15,
  tagging_enabled: true,
  tagging_scope: 'notes',
  tagging_window_hours: 24,
  tagging_max_boost: 1.5,
  importance_enabled: true,
  tier_enabled: true,
  lifecycle_min_factor: 0.5,
  lifecycle_max_factor: 2,
  query_expansion_enabled: false,
  query_expansion_max_terms: 3,
  query_expansion_similarity_threshold: 0.65,
  query_expansion_boost: 0.7,
  query_expansion_lookback_days: 60,
  pinned_search_boost: 0.05,
  supersede_filter_enabled: true,
  supersede_action: 'annotate',
  supersede_similarity_threshold: 0.86,
  supersede_min_age_gap_days: 7,
  supersede_max_candidates: 100,
  include_consolidated_summaries: true,
  include_consolidated_sources: false,
  mmr_lambda: 1,
  wing_diversity_weight: 0.3,
  wing_diversity_scale: 'palace_share',
  adaptive_compaction: false,
  compaction_threshold: 0.3,
  compaction_age_days: 30,
  decay_enabled: false,
  decay_lambda: 0.01,
  paginated_scoring: true,
  batch_size: 5000,
  max_scan_depth: 50_000,
  model_guard: true,
  model_guard_strict: false,
  explain: false,
};

/** The evidence phases switched off: what the legs alone say. */
const noEvidence = { pair_weight: 0, sentence_weight: 0, time_boost: 0, source_weight: 0 } as const;

/** Every phase after the evidence switched off, but the folding of duplicates. */
const noScoring = {
  half_life_days: null, ltp_enabled: false, association_enabled: false, tagging_enabled: false, importance_enabled: false, tier_enabled: false,
  query_expansion_enabled: false, pinned_search_boost: 0, supersede_filter_enabled: false, mmr_lambda: 1, wing_diversity_weight: 0, closets: 'off', graph_enabled: false,
} as const;

/** Profiles that stand on `default` and follow what a person changes there. */
export const profileChanges: Readonly<Record<string, Partial<ProfileFlags>>> = {
  orient: {
    description: 'Broad context, little of it alike', half_life_days: 180, final_k: 10, mmr_lambda: 0.5,
    query_expansion_enabled: true, query_expansion_max_terms: 5, supersede_action: 'filter',
  },
  evaluate: {
    description: 'How a matter came about: what was replaced stays, marked as such', half_life_days: 90, final_k: 7, mmr_lambda: 0.7,
    supersede_action: 'annotate', include_consolidated_sources: true,
  },
  decide: {
    description: 'The newest few, without what they replaced', half_life_days: 7, final_k: 3, mmr_lambda: 0.85, supersede_action: 'filter',
  },
};

/** Profiles that are always there, by name, each with every flag. */
export const builtInProfiles: Readonly<Record<string, ProfileFlags>> = {
  default: defaults,
  ...Object.fromEntries(Object.entries(profileChanges).map(([name, changes]) => [name, { ...defaults, ...changes }])),
  baseline: { ...defaults, ...noEvidence, ...noScoring, description: 'Hybrid fusion alone: every phase but the model guard off' },
  seed_rrf: {
    ...defaults, ...noEvidence, ...noScoring, fusion: 'rrf', dense_weight: 1, common_term_share: 1,
    description: 'Reciprocal rank fusion with k = 60 over two lists of 50, as first proposed',
  },
};
