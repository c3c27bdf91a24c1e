import type { ScoreBreakdown, ScoreEvent, ScorePhase, SearchHit, SearchResult } from '../../../extension/palace/model/searchResult.ts';
import type { PalaceSummary } from '../../../extension/protocol/palaceSummary.ts';
import { sampleDrawers, sampleQuery, sampleTerms } from './drawerTexts.ts';
import type { SampleDrawer } from './drawerTexts.ts';

const day = 86_400_000;

interface Scoring {
  readonly cosine: number;
  /** Each phase adds what its function makes of the score so far. */
  readonly phases: readonly (readonly [ScorePhase, (score: number) => number, string])[];
  readonly lexical: number | null;
  readonly dense: number | null;
}

const breakdownKeys: Readonly<Record<ScorePhase, keyof ScoreBreakdown>> = {
  fusion: 'fusion_adjustment', pair: 'evidence_boost', sentence: 'evidence_boost', time: 'evidence_boost', source: 'evidence_boost',
  decay: 'decay_penalty', ltp: 'ltp_boost', association: 'association_boost', tagging: 'tagging_boost', importance: 'importance_adjustment',
  tier: 'tier_adjustment', lifecycle_cap: 'lifecycle_cap', expansion: 'expansion_penalty', pinned: 'pinned_boost', supersede: 'supersede_penalty',
  consolidation: 'consolidation_adjustment', mmr: 'mmr_penalty', cross_wing_balancing: 'wing_diversity_penalty',
};
const noChange: ScoreBreakdown = {
  cosine_similarity: 0, fusion_adjustment: 0, evidence_boost: 0, decay_penalty: 0, ltp_boost: 0, association_boost: 0, tagging_boost: 0,
  importance_adjustment: 0, tier_adjustment: 0, lifecycle_cap: 0, expansion_penalty: 0, pinned_boost: 0, supersede_penalty: 0,
  consolidation_adjustment: 0, mmr_penalty: 0, wing_diversity_penalty: 0, final_score: 0,
};

/** A hit whose score is the left-to-right sum of its events, to the last bit. */
export const builtHit = (sample: SampleDrawer, rank: number, scoring: Scoring, now: number): SearchHit => {
  const events: ScoreEvent[] = [];
  const breakdown = { ...noChange, cosine_similarity: scoring.cosine };
  let score = scoring.cosine;
  for (const [phase, change, reason] of scoring.phases) {
    const delta = change(score);
    if (delta === 0) continue;
    score += delta;
    events.push({ phase, delta, reason });
    breakdown[breakdownKeys[phase]] += delta;
  }
  return {
    rank, drawer_id: sample.id, wing: sample.wing, room: sample.room, type: sample.type, tier: sample.tier, source_file: sample.sourceFile, lines: sample.lines,
    filed_at: new Date(now - sample.daysAgo * day).toISOString(), text: sample.text, pinned: sample.pinned, archived: false, sensitive: false, access_count: sample.accessCount,
    matched_via: 'drawer', also_in: [], score,
    legs: {
      lexical: { rank: scoring.lexical, score: 11.25 / (scoring.lexical ?? 50), share: 0.41 },
      dense: { rank: scoring.dense, score: scoring.cosine, share: 0.29 },
    },
    cosine_similarity: scoring.cosine, score_breakdown: { ...breakdown, final_score: score }, score_events: events, annotations: [],
  };
};

const factor = (f: number) => (score: number): number => Math.abs(score) * (f - 1);
const toRelevance = (relevance: number) => (score: number): number => relevance - score;
const by = (delta: number) => (): number => delta;

/** Scores that are no round numbers, as real ones are not. */
const scorings: readonly Scoring[] = [
  { cosine: 0.58431, lexical: 6, dense: 6, phases: [['fusion', toRelevance(0.84217), 'relevance 0.842 (words #6 → 0.44, meaning #6 → 0.40) in place of the cosine'], ['decay', factor(0.79911), '×0.80: 118 d old, half-life 365 d'], ['ltp', factor(1.6931), '×1.69: opened 9 times in 30 d'], ['importance', factor(0.97), '×0.97: importance 0.9'], ['tier', factor(1.5), '×1.5: tier longterm'], ['pinned', by(0.05), 'pinned by you']] },
  { cosine: 0.64176, lexical: 1, dense: 2, phases: [['fusion', toRelevance(1), 'relevance 1.000 (words #1 → 0.55, meaning #2 → 0.45) in place of the cosine'], ['decay', factor(0.83972), '×0.84: 92 d old, half-life 365 d'], ['ltp', factor(1.48283), '×1.48: opened 4 times in 30 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['mmr', by(-0.16188), '(1 − λ) × 0.54, its likeness to #1']] },
  { cosine: 0.54102, lexical: 7, dense: 9, phases: [['fusion', toRelevance(0.77494), 'relevance 0.775 (words #7 → 0.42, meaning #9 → 0.35) in place of the cosine'], ['decay', factor(0.88726), '×0.89: 63 d old, half-life 365 d'], ['ltp', factor(1.41589), '×1.42: opened 3 times in 30 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['mmr', by(-0.14979), '(1 − λ) × 0.50, its likeness to #2']] },
  { cosine: 0.56588, lexical: 4, dense: 7, phases: [['fusion', toRelevance(0.8629), 'relevance 0.863 (words #4 → 0.47, meaning #7 → 0.39) in place of the cosine'], ['decay', factor(0.67117), '×0.67: 210 d old, half-life 365 d'], ['ltp', factor(1.58376), '×1.58: opened 6 times in 30 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['tier', factor(1.5), '×1.5: tier longterm'], ['mmr', by(-0.23105), '(1 − λ) × 0.77, its likeness to #2'], ['cross_wing_balancing', by(-0.1), 'γ × 0.33: 1 of 3 above are from planner']] },
  { cosine: 0.49661, lexical: 14, dense: 13, phases: [['fusion', toRelevance(0.54431), 'relevance 0.544 (words #14 → 0.31, meaning #13 → 0.24) in place of the cosine'], ['sentence', by(0.0625), 'best sentence holds .25 of the query’s weight'], ['decay', factor(0.83178), '×0.83: 97 d old, half-life 365 d'], ['ltp', factor(1.32958), '×1.33: opened 2 times in 30 d'], ['tier', factor(1.5), '×1.5: tier longterm'], ['mmr', by(-0.18233), '(1 − λ) × 0.61, its likeness to #1'], ['cross_wing_balancing', by(-0.075), 'γ × 0.25: 1 of 4 above are from notes']] },
  { cosine: 0.60312, lexical: 9, dense: 4, phases: [['fusion', toRelevance(0.70833), 'relevance 0.708 (words #9 → 0.38, meaning #4 → 0.33) in place of the cosine'], ['decay', factor(0.92334), '×0.92: 42 d old, half-life 365 d'], ['ltp', factor(1.32958), '×1.33: opened 2 times in 30 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['mmr', by(-0.20341), '(1 − λ) × 0.68, its likeness to #5']] },
  { cosine: 0.41771, lexical: 22, dense: 27, phases: [['fusion', toRelevance(0.38612), 'relevance 0.386 (words #22 → 0.22, meaning #27 → 0.17) in place of the cosine'], ['decay', factor(0.76652), '×0.77: 140 d old, half-life 365 d'], ['ltp', factor(1.20794), '×1.21: opened once in 30 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['tier', factor(1.5), '×1.5: tier longterm'], ['mmr', by(-0.07816), '(1 − λ) × 0.26, its likeness to #4']] },
  { cosine: 0.61093, lexical: 2, dense: 3, phases: [['fusion', toRelevance(0.8603), 'relevance 0.860 (words #2 → 0.53, meaning #3 → 0.33) in place of the cosine'], ['decay', factor(0.92509), '×0.93: 41 d old, half-life 365 d'], ['ltp', factor(1.41589), '×1.42: opened 3 times in 30 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['mmr', by(-0.24371), '(1 − λ) × 0.81, its likeness to #2'], ['cross_wing_balancing', by(-0.0857142857), 'γ × 0.29: 2 of 7 above are from planner']] },
  { cosine: 0.45572, lexical: 24, dense: 17, phases: [['fusion', toRelevance(0.39822), 'relevance 0.398 (words #24 → 0.21, meaning #17 → 0.19) in place of the cosine'], ['time', by(0.06), 'a question of time, and a temporal expression'], ['decay', factor(0.96456), '×0.96: 19 d old, half-life 365 d'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['mmr', by(-0.1187), '(1 − λ) × 0.40, its likeness to #6']] },
  { cosine: 0.48694, lexical: 12, dense: 14, phases: [['fusion', toRelevance(0.56512), 'relevance 0.565 (words #12 → 0.34, meaning #14 → 0.22) in place of the cosine'], ['decay', factor(0.86561), '×0.87: 76 d old, half-life 365 d'], ['ltp', factor(1.20794), '×1.21: opened once in 30 d'], ['lifecycle_cap', by(0.01), 'lifecycle factors held at 0.5'], ['importance', factor(0.85), '×0.85: importance 0.5 (default)'], ['mmr', by(-0.16102), '(1 − λ) × 0.54, its likeness to #3'], ['cross_wing_balancing', by(-0.0333333333), 'γ × 0.11: 1 of 9 above are from dashboard']] },
];

export const emptyTrace: SearchResult['pipeline_trace'] = {
  phases_applied: ['model_guard', 'lexical', 'dense', 'fusion', 'sentence', 'time', 'decay', 'ltp', 'importance', 'tier', 'pinned', 'selection'],
  phases_skipped: ['expansion', 'association'], total_candidates_in: 83, total_results_out: 10, profile_used: 'default', elapsed_ms: 23.4,
  phase_timing_ms: { model_guard: 0.08, lexical: 1.31, embed_query: 11.6, dense: 6.9, fusion: 0.31, sentence: 0.42, decay: 0.06, ltp: 0.11, importance: 0.05, tier: 0.05, selection: 1.52, hydrate: 1.71, paginated_scoring: { batch_size: 5000, batches: [{ offset: 0, drawers: 5000, ms: 4.2 }, { offset: 5000, drawers: 3112, ms: 2.6 }] } },
  model_guard: { result: 'MATCH', ingest_model: 'all-MiniLM-L6-v2', query_model: 'all-MiniLM-L6-v2', dim_ingest: 384, dim_query: 384 },
  warnings: [], scope: { palace: 8112, in_scope: 8112, without_vector: 0 }, legs: { lexical: 212, dense: 8112 }, terms: [...sampleTerms],
};

export const sampleResult = (now: number): SearchResult => ({
  query: sampleQuery, profile: 'default',
  results: scorings.flatMap((scoring, index) => {
    const drawer = sampleDrawers[index];
    return drawer === undefined ? [] : [builtHit(drawer, index + 1, scoring, now)];
  }),
  pipeline_trace: emptyTrace, warnings: [],
});

/** By words alone: another model made the vectors. */
export const mismatchResult = (now: number): SearchResult => ({
  ...sampleResult(now),
  results: [...sampleDrawers.keys()].flatMap((index) => {
    const drawer = sampleDrawers[index];
    return drawer === undefined ? [] : [builtHit(drawer, index + 1, { cosine: 0, lexical: index + 1, dense: null, phases: [['fusion', by(0.955 ** index), `relevance ${(0.955 ** index).toFixed(3)} (words #${index + 1}); 8,112 vectors of another model left out`]] }, now)];
  }),
  pipeline_trace: { ...emptyTrace, elapsed_ms: 3.2, model_guard: { result: 'MISMATCH', ingest_model: 'bge-small-en-v1.5', query_model: 'all-MiniLM-L6-v2', dim_ingest: 384, dim_query: 384 } },
  warnings: ['Model mismatch: the dense leg was left out.'],
});

export const noResult = (): SearchResult => ({
  query: 'grpc keepalive', profile: 'default', results: [], warnings: [],
  pipeline_trace: { ...emptyTrace, total_candidates_in: 0, total_results_out: 0, elapsed_ms: 0.91, scope: { palace: 8112, in_scope: 49, without_vector: 0 }, terms: ['grpc', 'keepal'] },
});

/** Losses beyond the gains, a negative cosine, hostile texts, and long ones. */
export const awkwardResult = (now: number): SearchResult => {
  const base = sampleDrawers[0];
  if (base === undefined) return noResult();
  const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script> lock & berth &lt;b&gt;';
  const samples: readonly (readonly [Partial<SampleDrawer>, Scoring])[] = [
    [{ text: hostile, wing: '<b>wing</b>', room: '"><svg/onload=alert(1)>', sourceFile: 'a/<script>.ts' }, { cosine: 0.31, lexical: 1, dense: 5, phases: [['fusion', toRelevance(0.9), '<i>reason</i>'], ['mmr', by(-1.2), 'too like #1'], ['cross_wing_balancing', by(-0.05), 'a full wing']] }],
    [{ text: `${'x'.repeat(300)} lock ${'berth '.repeat(3000)}`, room: 'r'.repeat(200) }, { cosine: -0.04, lexical: 3, dense: 8112, phases: [['fusion', toRelevance(0.2), 'relevance .200'], ['decay', factor(0.5), 'old']] }],
    [{ text: '', sourceFile: '' }, { cosine: 0, lexical: null, dense: null, phases: [] }],
    [{ text: '\u202eberth\u202c \u0000 lock ' }, { cosine: 0.1, lexical: 2, dense: 2, phases: [['fusion', by(-0.3), 'below zero']] }],
  ];
  return {
    ...sampleResult(now),
    results: samples.map(([partial, scoring], index) => ({
      ...builtHit({ ...base, ...partial, id: `drawer_awkward_${index}` }, index + 1, scoring, now),
      annotations: index === 1 ? ['No vector yet: found by its words only.'] : [],
    })),
  };
};

/** What {@link sensitiveResult} must not show unasked. */
export const sampleSecret = ['p4-Xw9LpB4n', 'T8rQz'].join('');

/** One drawer with a secret in its text, one that a person has marked, others as ever. */
export const sensitiveResult = (now: number): SearchResult => {
  const text = `# berth service, production\nBERTH_LOCK_TIMEOUT=30\nBERTH_DB_PASSWORD=${sampleSecret}\nOVERLAP_CHECK=on\n`;
  const at = text.indexOf(sampleSecret);
  const [, , ...others] = sampleResult(now).results;
  const byWords = (index: number): SearchHit => {
    const drawer = sampleDrawers[index];
    if (drawer === undefined) throw new RangeError('The samples are never empty.');
    const share = 1 - index * 0.045;
    return builtHit(drawer, index + 1, { cosine: 0, lexical: index + 1, dense: null, phases: [['fusion', by(share), `relevance ${share.toFixed(3)} (words #${index + 1}), no vector`]] }, now);
  };
  const [first, second] = [byWords(0), byWords(1)];
  const annotations = ['Sensitive: found by its words only.'];
  return {
    ...sampleResult(now),
    results: [
      { ...first, type: 'file', source_file: 'infra/berth/.env', lines: { start: 1, end: 4 }, text, sensitive: true, secret_spans: [{ start: at, end: at + sampleSecret.length }], annotations },
      { ...second, type: 'reference', source_file: null, lines: null, text: `The lock of berth 7 opens with ${sampleSecret}.`, sensitive: true, secret_spans: [], annotations },
      ...others,
    ],
  };
};

/** As many results as asked for, each drawer under an ID of its own. */
export const longResult = (count: number, now: number): SearchResult => ({
  ...sampleResult(now),
  results: Array.from({ length: count }, (_, index) => {
    const drawer = sampleDrawers[index % sampleDrawers.length];
    const scoring = scorings[index % scorings.length];
    if (drawer === undefined || scoring === undefined) throw new RangeError('The samples are never empty.');
    return builtHit({ ...drawer, id: `drawer_long_${index}` }, index + 1, scoring, now);
  }),
  pipeline_trace: { ...emptyTrace, total_candidates_in: 5000, total_results_out: count },
});

export const samplePalace: PalaceSummary = {
  workspace: 'tidewater', state: 'ok', revision: 41_207, drawers: 8112, archived: 418,
  wings: { planner: 5806, dashboard: 1391, infra: 602, 'agent-sessions': 264, notes: 49 },
  rooms: { planner: { src: 4100, docs: 906, git: 800 }, dashboard: { src: 1391 }, infra: { runbooks: 602 }, 'agent-sessions': { 'Why did two ferries get berth 7': 12 }, notes: { planning: 30, incidents: 19 } },
  types: { file: 6900, git_commit: 800, conversation: 264, decision: 49, issue: 40, reference: 59 },
  tiers: { working: 7900, longterm: 180, ephemeral: 32 },
  vectors: { done: 8112, pending: 0, perSecond: null },
  model: { state: 'ready', palaceModel: 'all-MiniLM-L6-v2', currentModel: 'all-MiniLM-L6-v2', dimensions: 384, engine: 'onnxruntime-web' },
  mining: null,
};
