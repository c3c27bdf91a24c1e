/** Colour families: base (cosine, final), match (words and meaning), use, standing (age and rank), set (what else was picked). */
export const phaseFamilies = ['base', 'match', 'use', 'standing', 'set'] as const;
export type PhaseFamily = (typeof phaseFamilies)[number];

/** The description of a phase, without its function. Texts are English; the clients translate them. */
export interface ScorePhaseRow {
  /** Its name in score events, drops, timings and replay packets. */
  readonly id: string;
  /**
   * The pipeline step that runs the phase, if it has another name or runs several phases. Null: the phase runs
   * before the pipeline, when the legs are fused.
   */
  readonly step?: string | null;
  /** The full name, the name on a bar, and the name on a narrow bar. */
  readonly name: string;
  readonly label: string;
  readonly short: string;
  readonly family: PhaseFamily;
  /**
   * The key of `score_breakdown` that the phase's changes are added to. Several phases may share one. Null: the
   * phase changes no score.
   */
  readonly adds: string | null;
  /** The trace's reason for drawers that the phase leaves out; absent if it leaves none out. */
  readonly leavesOut?: string;
  /** Whether `lifecycle_cap` limits it. */
  readonly isCapped?: true;
  /** Prefix of its profile flags; null if it has none. */
  readonly flags: string | null;
  /** One line for the docs, in Markdown. */
  readonly summary: string;
}

/**
 * Every phase, in the order in which they run. The pipeline, the breakdown, the command line, the inspector, the
 * settings and the docs read this table. `retrieval/pipeline/phaseFunctions.ts` gives each step its function.
 */
export const scorePhaseTable = [
  {
    id: 'fusion',
    step: null,
    name: 'Fusion',
    label: 'fusion',
    short: 'fus',
    family: 'match',
    adds: 'fusion_adjustment',
    flags: null,
    summary:
      'relevance in place of the cosine: `a·dense + (1 − a)·lexical`, each leg min-max-normalised over the whole scope; `a` falls from .7 to .2 as the words alone become surer',
  },
  {
    id: 'pair',
    name: 'Word pairs',
    label: 'pairs',
    short: 'pair',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'pair_',
    summary: 'neighbouring query words that are next to each other in the drawer',
  },
  {
    id: 'sentence',
    name: 'Best sentence',
    label: 'sentence',
    short: 'sent',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'sentence_',
    summary: 'one sentence that holds most of the query’s weight',
  },
  {
    id: 'time',
    name: 'Time expression',
    label: 'time',
    short: 'time',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'time_',
    summary: 'a date or time in the drawer, where the query asks for one',
  },
  {
    id: 'kind',
    name: 'Kind of source',
    label: 'kind',
    short: 'kind',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'kind_',
    summary:
      'tests, docs, changelogs, configuration and data a little lower than sources, and higher where the query asks for them',
  },
  {
    id: 'duplicates',
    name: 'Duplicates',
    label: 'duplicates',
    short: 'dup',
    family: 'set',
    adds: null,
    leavesOut: 'the same text',
    flags: 'fold_',
    summary: 'folds drawers of the same text into the best of them',
  },
  {
    id: 'source',
    name: 'Same source',
    label: 'source',
    short: 'src',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'source_',
    summary: 'a share of the best score among the drawers of the same source',
  },
  {
    id: 'neighbour',
    name: 'Neighbours',
    label: 'neighbours',
    short: 'near',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'neighbour_',
    summary:
      'in conversations and long notes: part of the way to the best score among the two drawers before and the two after it in the same source',
  },
  {
    id: 'series',
    name: 'Commits of one series',
    label: 'series',
    short: 'ser',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'series_',
    summary:
      'where a commit fits best: short commits of the same repository within an hour of it, a part of the way towards it',
  },
  {
    id: 'history',
    name: 'Commit history',
    label: 'history',
    short: 'hist',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'history_',
    summary: 'files: a share of the score of the best commit among the candidates that changed it',
  },
  {
    id: 'tests',
    name: 'Words of its test',
    label: 'test',
    short: 'test',
    family: 'match',
    adds: 'evidence_boost',
    flags: 'tests_',
    summary: 'sources: how many of the query’s words the test of the same name holds',
  },
  {
    id: 'rerank',
    name: 'Reranker',
    label: 'rerank',
    short: 'rer',
    family: 'match',
    adds: 'rerank_adjustment',
    flags: 'rerank_',
    summary: 'a cross-encoder puts the best candidates in its own order; they share the same scores among them',
  },
  {
    id: 'decay',
    name: 'Decay (age)',
    label: 'decay',
    short: 'dec',
    family: 'standing',
    adds: 'decay_penalty',
    isCapped: true,
    flags: 'half_life_',
    summary: 'age: a drawer of the half-life counts half',
  },
  {
    id: 'ltp',
    name: 'Use (LTP)',
    label: 'ltp',
    short: 'ltp',
    family: 'use',
    adds: 'ltp_boost',
    isCapped: true,
    flags: 'ltp_',
    summary: 'long-term potentiation: the drawer was opened in several sessions lately',
  },
  {
    id: 'association',
    name: 'Association',
    label: 'association',
    short: 'ass',
    family: 'use',
    adds: 'association_boost',
    isCapped: true,
    flags: 'association_',
    summary: 'the drawer was used in the same sessions as other candidates',
  },
  {
    id: 'tagging',
    name: 'Tagging',
    label: 'new',
    short: 'new',
    family: 'use',
    adds: 'tagging_boost',
    isCapped: true,
    flags: 'tagging_',
    summary: 'the drawer was filed in the last hours',
  },
  {
    id: 'importance',
    name: 'Importance',
    label: 'importance',
    short: 'imp',
    family: 'standing',
    adds: 'importance_adjustment',
    isCapped: true,
    flags: 'importance_',
    summary: 'the drawer’s importance, compared with the usual one',
  },
  {
    id: 'tier',
    name: 'Tier',
    label: 'tier',
    short: 'tier',
    family: 'standing',
    adds: 'tier_adjustment',
    isCapped: true,
    flags: 'tier_',
    summary: 'the drawer’s tier: long-term counts more, ephemeral less',
  },
  {
    id: 'lifecycle_cap',
    name: 'Lifecycle cap',
    label: 'cap',
    short: 'cap',
    family: 'standing',
    adds: 'lifecycle_cap',
    flags: 'lifecycle_',
    summary: 'keeps what age, use, importance and tier do together between a half and two',
  },
  {
    id: 'expansion',
    step: 'query_expansion',
    name: 'Query expansion',
    label: 'expansion',
    short: 'exp',
    family: 'match',
    adds: 'expansion_penalty',
    flags: 'query_expansion_',
    summary: 'drawers that only the words of earlier searches found count less',
  },
  {
    id: 'pinned',
    name: 'Pinned',
    label: 'pin',
    short: 'pin',
    family: 'use',
    adds: 'pinned_boost',
    flags: 'pinned_search_',
    summary: 'what a person pinned comes a little sooner',
  },
  {
    id: 'supersede',
    name: 'Replacement',
    label: 'replacement',
    short: 'sup',
    family: 'standing',
    adds: 'supersede_penalty',
    leavesOut: 'replaced',
    flags: 'supersede_',
    summary: 'marks, lowers or leaves out what a newer drawer replaces, and lifts that one to its place',
  },
  {
    id: 'consolidation',
    name: 'Consolidation',
    label: 'consolidated',
    short: 'con',
    family: 'standing',
    adds: 'consolidation_adjustment',
    leavesOut: 'consolidated',
    flags: 'include_consolidated_',
    summary: 'leaves out a drawer whose summary is there instead',
  },
  {
    id: 'mmr',
    step: 'selection',
    name: 'Likeness (MMR)',
    label: 'mmr',
    short: 'mmr',
    family: 'set',
    adds: 'mmr_penalty',
    leavesOut: 'likeness (mmr)',
    flags: 'mmr_',
    summary: 'picks the first k by maximal marginal relevance',
  },
  {
    id: 'cross_wing_balancing',
    step: 'selection',
    name: 'Wing saturation',
    label: 'wing',
    short: 'wing',
    family: 'set',
    adds: 'wing_diversity_penalty',
    leavesOut: 'wing saturation',
    flags: 'wing_diversity_',
    summary: 'spreads the first k over wings',
  },
] as const satisfies readonly ScorePhaseRow[];

/** The cosine that every score starts from, under its name in lists of phases. */
export const cosineStep = {
  name: 'Cosine similarity',
  label: 'cosine',
  short: 'cos',
  family: 'base',
} as const satisfies Pick<ScorePhaseRow, 'name' | 'label' | 'short' | 'family'>;

/**
 * The terms of the selection score that are not phases: λ's share of the relevance, and what keeps a pick below
 * an earlier one.
 */
export const selectionSteps = {
  relevance: { name: 'Relevance', label: 'relevance', short: 'rel', family: 'base' },
  held_back: { name: 'Held back', label: 'held back', short: 'held', family: 'set' },
} as const satisfies Record<string, Pick<ScorePhaseRow, 'name' | 'label' | 'short' | 'family'>>;
