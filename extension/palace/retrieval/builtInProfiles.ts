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
  common_term_share: 0.2,
  pair_weight: 0.25,
  sentence_weight: 0.25,
  time_boost: 0.06,
  source_weight: 0.25,
  fold_near_duplicates: false,
  mmr_lambda: 1,
  wing_diversity_weight: 0,
  wing_diversity_scale: 'palace_share',
  model_guard: true,
  model_guard_strict: false,
  explain: false,
};

/** The evidence phases switched off: what the legs alone say. */
const noEvidence = { pair_weight: 0, sentence_weight: 0, time_boost: 0, source_weight: 0 } as const;

/** Profiles that are always there, by name. Each is whole: nothing is inherited. */
export const builtInProfiles: Readonly<Record<string, ProfileFlags>> = {
  default: defaults,
  baseline: { ...defaults, ...noEvidence, description: 'Hybrid fusion alone: every phase but the model guard off' },
  seed_rrf: {
    ...defaults, ...noEvidence, fusion: 'rrf', dense_weight: 1, common_term_share: 1,
    description: 'Reciprocal rank fusion with k = 60 over two lists of 50, as first proposed',
  },
};
