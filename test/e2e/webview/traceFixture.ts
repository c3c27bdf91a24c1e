import type { SearchHit, SearchResult, WhyNot } from '../../../extension/palace/model/searchResult.ts';
import { select } from '../../../extension/palace/retrieval/selection.ts';
import { sampleDrawers } from './drawerTexts.ts';
import type { SampleDrawer } from './drawerTexts.ts';
import { builtHit, emptyTrace, samplePalace, sampleResult } from './resultFixture.ts';

/** One coherent run with its trace: the pipeline's own selection over a made-up pool gives the very results. */

const poolSize = 81;
const k = 10;
const lambda = 0.7;
const gamma = 0.3;
const wings = ['planner', 'planner', 'planner', 'dashboard', 'planner', 'infra', 'planner', 'agent-sessions', 'dashboard', 'notes'] as const;
const files = ['bookBerth', 'overlapGuard', 'lockTable', 'tideWindow', 'berthBoard', 'retryQueue', 'stayClock', 'harbourMap'] as const;

/** Numbers in 0…1 that look random and never change. */
const scattered = (n: number): number => {
  const x = Math.sin(n * 12.9898) * 43758.5453;
  return x - Math.floor(x);
};

const drawerAt = (index: number): SampleDrawer => sampleDrawers[index] ?? {
  id: `drawer_${wings[index % wings.length] ?? 'planner'}_src_${(index * 2654435761 % 4294967296).toString(16).padStart(8, '0')}`,
  wing: wings[index % wings.length] ?? 'planner', room: 'src', type: 'file', tier: 'working',
  sourceFile: `planner/src/${files[index % files.length] ?? 'file'}${index}.ts`, lines: { start: index, end: index + 30 },
  daysAgo: index, accessCount: 0, pinned: false, text: `// ${files[index % files.length] ?? ''} ${index}: how a berth is held`,
};

const titleOf = ({ sourceFile, lines, text }: SampleDrawer): string =>
  (sourceFile === null ? text.split('\n')[0] ?? '' : `${sourceFile}${lines === null ? '' : `:${lines.start}–${lines.end}`}`).slice(0, 80);

interface Pooled { readonly drawer: SampleDrawer; readonly cosine: number; readonly score: number }

const pool = (): readonly Pooled[] => Array.from({ length: poolSize }, (_, index): Pooled => ({
  drawer: drawerAt(index), cosine: 0.7 - index * 0.004 - scattered(index) * 0.1,
  score: index < 3 ? 1.2 - index * 0.13 : 0.92 - index * 0.0104 - scattered(index + 500) * 0.004,
})).sort((a, b) => b.score - a.score);

const likeness = (a: Pooled, b: Pooled): number =>
  (a.drawer.wing === b.drawer.wing ? 0.35 : 0.15) + 0.5 * scattered(a.cosine * 997 + b.cosine * 997);

const longReason = 'its summary “Berth locks: what was tried, what failed, and what was decided in the end about overlapping stays” stands for it since the last consolidation, and the summary itself was dropped for its likeness to a decision that was filed later';

export const tracedResult = (now: number): SearchResult => {
  const candidates = pool();
  const similarities = candidates.flatMap((a, i) => candidates.slice(i + 1).map((b) => likeness(a, b)));
  const drawers = Object.values(samplePalace.wings).reduce((sum, count) => sum + count, 0);
  const picks = select(candidates.map(({ score, drawer }) => ({ relevance: score, wing: drawer.wing })), {
    k, lambda, gamma, wingScale: (wing) => (samplePalace.wings[wing] ?? 0) / drawers,
    similarity: (a, b) => { const [x, y] = [candidates[a], candidates[b]]; return x === undefined || y === undefined ? 0 : a < b ? likeness(x, y) : likeness(y, x); },
  });
  const results = picks.flatMap((pick, index): SearchHit[] => {
    const one = candidates[pick.index];
    if (one === undefined) return [];
    const hit = builtHit(one.drawer, index + 1, {
      cosine: one.cosine, lexical: index + 1, dense: 2 * index + 1,
      phases: [['fusion', () => one.score - one.cosine, 'relevance in place of the cosine'], ['mmr', () => pick.mmrPenalty, 'its likeness to an earlier pick'], ['cross_wing_balancing', () => pick.wingPenalty, 'the wing’s saturation']],
    }, now);
    return [hit];
  });
  const chosen = new Set(picks.map(({ index }) => index));
  const reasonOf = (index: number): readonly [string, string] => (index % 7 === 3 && index < 40 ? ['mmr', `too like #${index % 9 + 1} (similarity .8${index % 10})`]
    : index < 26 && index % 5 === 0 ? ['cross_wing_balancing', `wing “${candidates[index]?.drawer.wing ?? ''}” already saturated (4/10 selected results)`]
      : ['cut', `place ${index + 1} by score, below the first ${k}`]);
  const dropped = candidates.flatMap(({ drawer, score, cosine }, index) => {
    if (chosen.has(index)) return [];
    const [phase, reason] = reasonOf(index);
    return [{ drawer_id: drawer.id, dropped_at: phase, reason, score, cosine_similarity: cosine, wing: drawer.wing, title: titleOf(drawer), score_at_drop: { cosine_similarity: cosine, partial_score: score } }];
  });
  const earlier = Array.from({ length: 7 }, (_, index) => ({
    drawer_id: `drawer_planner_docs_00c0ffee${index}`, dropped_at: index < 2 ? 'supersede' : 'consolidation',
    reason: index === 3 ? longReason : index < 2 ? 'superseded by a newer decision; the profile filters such drawers' : 'a summary stands for it',
    score: 0.4 - index / 50, cosine_similarity: 0.3, wing: 'planner', title: `planner/docs/stays-${index}.md:${index * 40 + 1}–${index * 40 + 40}`, score_at_drop: { cosine_similarity: 0.3, partial_score: 0.4 - index / 50 },
  }));
  const counted = (name: string): number => dropped.filter(({ dropped_at: phase }) => phase === name).length;
  return {
    ...sampleResult(now), results,
    pipeline_trace: { ...emptyTrace, total_candidates_in: poolSize + 7, total_results_out: k },
    candidate_trace: [{ phase: 'model_guard', action: 'warn' }, ...earlier, ...dropped],
    flow: [
      { phase: 'legs', in: 8112, out: 6420, dropped: { no_match: 1692 } }, { phase: 'fusion', in: 6420, out: 88, dropped: { below_pool: 6332 } },
      { phase: 'decay', in: 88, out: 88, dropped: {} }, { phase: 'ltp', in: 88, out: 88, dropped: {} }, { phase: 'importance', in: 88, out: 88, dropped: {} },
      { phase: 'supersede', in: 88, out: 86, dropped: { supersede: 2 } }, { phase: 'consolidation', in: 86, out: 81, dropped: { consolidation: 5 } },
      { phase: 'selection', in: 81, out: k, dropped: { mmr: counted('mmr'), cross_wing_balancing: counted('cross_wing_balancing'), cut: counted('cut') } },
    ],
    selection_trace: {
      candidates: candidates.map(({ drawer, score }) => ({ drawer_id: drawer.id, wing: drawer.wing, score, title: titleOf(drawer) })),
      similarities, wing_counts: samplePalace.wings, k, mmr_lambda: lambda, wing_diversity_weight: gamma, wing_diversity_scale: 'palace_share',
    },
  };
};

/** More reasons than the chart has lanes for, and thousands of candidates. */
export const manyReasons = (now: number): SearchResult => {
  const result = tracedResult(now);
  const reasons = ['cut', 'mmr', 'cross_wing_balancing', 'duplicate_folding', 'consolidation', 'supersede', 'a_phase_of_tomorrow', 'expired', 'sensitive', 'lifecycle_cap'];
  const counts = Object.fromEntries(reasons.map((reason, index) => [reason, Math.max(1, Math.round(4000 / 3 ** index))]));
  const gone = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...result, pipeline_trace: { ...result.pipeline_trace, total_candidates_in: gone + k }, flow: [{ phase: 'fusion', in: gone + k, out: gone + k, dropped: {} }, { phase: 'selection', in: gone + k, out: k, dropped: counts }] };
};

/** Fifty drawers in another order, as another profile ranks them. */
export const otherRanking = (now: number): SearchResult => {
  const ranked = pool().map((one, index) => ({ ...one, other: one.cosine + 0.2 * scattered(index + 77) })).sort((a, b) => b.other - a.other).slice(0, 50);
  return {
    ...sampleResult(now), profile: 'baseline',
    results: ranked.map(({ drawer, cosine, other }, index) => ({ ...builtHit(drawer, index + 1, { cosine, lexical: 1, dense: index + 1, phases: [['fusion', () => other - cosine, 'fused']] }, now) })),
    candidate_trace: [],
  };
};

export const whyNotAnswer: WhyNot = {
  drawer_id: 'drawer_planner_src_5e551044', title: 'planner/src/booking/sessionLimits.ts:14–40', rank: null, in_scope: true, entered_pool: false,
  leg_ranks: { lexical: { rank: 212, matched: 640, depth: 50 }, dense: { rank: 61, matched: 8112, depth: 50 }, closets: { rank: null, matched: 14, depth: 14 } },
  dropped_at: null, reason: 'It has one of the four words (lock), and its cosine of .341 is a little below that of the 50th (.352).',
  fixes: ['Add the word “session” to the query: it would be #9 by words.', 'Set candidate_pool_multiplier to 2: it would enter as #61 by meaning.'], score_at_drop: null,
};
