import type { ScorePhase } from '../../extension/palace/contract/searchResult.ts';

/** Families share a hue: base (cosine, final), match (words and meaning), use, standing (age and rank), set (what else was picked). */
export type PhaseFamily = 'base' | 'match' | 'use' | 'standing' | 'set';
export const phaseFamilies: readonly PhaseFamily[] = ['base', 'match', 'use', 'standing', 'set'];

export type StepPhase = 'cosine' | ScorePhase;

/** How a step is named: in full, on a bar, and on a narrow bar. */
export interface PhaseLook {
  readonly family: PhaseFamily;
  readonly name: string;
  readonly label: string;
  readonly short: string;
}

const look = (family: PhaseFamily, name: string, label: string, short: string): PhaseLook => ({
  family,
  name,
  label,
  short,
});

export const phaseLooks: Readonly<Record<StepPhase, PhaseLook>> = {
  cosine: look('base', 'Cosine similarity', 'cosine', 'cos'),
  fusion: look('match', 'Fusion', 'fusion', 'fus'),
  pair: look('match', 'Word pairs', 'pairs', 'pair'),
  sentence: look('match', 'Best sentence', 'sentence', 'sent'),
  time: look('match', 'Time expression', 'time', 'time'),
  source: look('match', 'Same source', 'source', 'src'),
  decay: look('standing', 'Decay (age)', 'decay', 'dec'),
  ltp: look('use', 'Use (LTP)', 'ltp', 'ltp'),
  association: look('use', 'Association', 'association', 'ass'),
  tagging: look('use', 'Tagging', 'new', 'new'),
  importance: look('standing', 'Importance', 'importance', 'imp'),
  tier: look('standing', 'Tier', 'tier', 'tier'),
  lifecycle_cap: look('standing', 'Lifecycle cap', 'cap', 'cap'),
  expansion: look('match', 'Query expansion', 'expansion', 'exp'),
  pinned: look('use', 'Pinned', 'pin', 'pin'),
  supersede: look('standing', 'Superseded', 'superseded', 'sup'),
  consolidation: look('standing', 'Consolidation', 'consolidated', 'con'),
  mmr: look('set', 'Likeness (MMR)', 'mmr', 'mmr'),
  cross_wing_balancing: look('set', 'Wing saturation', 'wing', 'wing'),
};
