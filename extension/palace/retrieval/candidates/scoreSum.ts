import type { ScoreBreakdown, ScoreEvent, ScorePhase } from '../../contract/searchResult.ts';

type BreakdownKey = Exclude<keyof ScoreBreakdown, 'cosine_similarity' | 'final_score'>;

const keyOf: Readonly<Record<ScorePhase, BreakdownKey>> = {
  fusion: 'fusion_adjustment',
  pair: 'evidence_boost',
  sentence: 'evidence_boost',
  time: 'evidence_boost',
  source: 'evidence_boost',
  decay: 'decay_penalty',
  ltp: 'ltp_boost',
  association: 'association_boost',
  tagging: 'tagging_boost',
  importance: 'importance_adjustment',
  tier: 'tier_adjustment',
  lifecycle_cap: 'lifecycle_cap',
  expansion: 'expansion_penalty',
  pinned: 'pinned_boost',
  supersede: 'supersede_penalty',
  consolidation: 'consolidation_adjustment',
  mmr: 'mmr_penalty',
  cross_wing_balancing: 'wing_diversity_penalty',
};

/** The score that the events explain: cosine plus every delta, added left to right in event order. */
export const foldScore = (cosine: number, events: readonly ScoreEvent[]): number =>
  events.reduce((score, { delta }) => score + delta, cosine);

/** Phase 12: the events summed by kind, every key always there. */
export const scoreBreakdown = (cosine: number, events: readonly ScoreEvent[]): ScoreBreakdown => {
  const breakdown: ScoreBreakdown = {
    cosine_similarity: cosine,
    fusion_adjustment: 0,
    evidence_boost: 0,
    decay_penalty: 0,
    ltp_boost: 0,
    association_boost: 0,
    tagging_boost: 0,
    importance_adjustment: 0,
    tier_adjustment: 0,
    lifecycle_cap: 0,
    expansion_penalty: 0,
    pinned_boost: 0,
    supersede_penalty: 0,
    consolidation_adjustment: 0,
    mmr_penalty: 0,
    wing_diversity_penalty: 0,
    final_score: foldScore(cosine, events),
  };
  for (const { phase, delta } of events) breakdown[keyOf[phase]] += delta;
  return breakdown;
};
