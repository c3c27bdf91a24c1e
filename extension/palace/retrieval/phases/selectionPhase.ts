import { byScore, withEvent, type Candidate, type Drop } from '../candidate.ts';
import type { Phase, PhaseContext } from '../phase.ts';
import { select, type Pick } from '../selection.ts';

/** The last phase: which k drawers, in which order (maximal marginal relevance, cross-wing balancing, or another sort). */
export const selectionPhase: Phase = {
  name: 'selection',
  isOn: () => true,
  run: (candidates, context) => {
    const ranked = [...candidates].sort(byScore);
    if (context.sortBy !== 'relevance') return sorted(ranked, context);
    const scale = wingScale(context);
    const picks = select(
      ranked.map(({ score, entry }) => ({ relevance: score, wing: entry.wing })),
      {
        k: context.k, lambda: context.flags.mmr_lambda, gamma: context.flags.wing_diversity_weight, wingScale: scale,
        similarity: (a, b) => {
          const [x, y] = [ranked[a], ranked[b]];
          return x === undefined || y === undefined ? 0 : context.similarity(x, y);
        },
      });
    const chosen = new Set(picks.map(({ index }) => index));
    return {
      candidates: picks.flatMap((pick) => {
        const candidate = ranked[pick.index];
        return candidate === undefined ? [] : [explained(candidate, pick, ranked, scale(candidate.entry.wing), context)];
      }),
      dropped: ranked.flatMap((candidate, index) => (chosen.has(index) ? [] : [belowTheCut(candidate, index, picks, ranked, context)])),
    };
  },
};

const wingScale = ({ flags, wingCounts }: PhaseContext): ((wing: string) => number) => {
  if (flags.wing_diversity_scale === 'none') return () => 1;
  const total = Object.values(wingCounts).reduce((sum, count) => sum + count, 0);
  return (wing) => (total === 0 ? 0 : (wingCounts[wing] ?? 0) / total);
};

const explained = (candidate: Candidate, pick: Pick, ranked: readonly Candidate[], scale: number, { flags }: PhaseContext): Candidate => {
  const like = ranked[pick.nearest]?.entry.id ?? '';
  const lessAlike = withEvent(candidate, 'mmr', pick.mmrPenalty, `(1 − ${flags.mmr_lambda}) × its likeness to ${like}`);
  const scaled = flags.wing_diversity_scale === 'none' ? '' : ` × the wing’s share of the palace ${scale.toFixed(3)}`;
  return withEvent(lessAlike, 'cross_wing_balancing', pick.wingPenalty,
    `${flags.wing_diversity_weight}${scaled} × saturation ${pick.saturation.toFixed(2)} of wing “${candidate.entry.wing}”`);
};

/** Which term of the objective kept it out: the likeness, the wing, or simply its score. */
const belowTheCut = (candidate: Candidate, index: number, picks: readonly Pick[], ranked: readonly Candidate[], { k, flags }: PhaseContext): Drop => {
  const last = picks.at(-1);
  const lastScore = last === undefined ? 0 : (ranked[last.index]?.score ?? 0);
  if (candidate.score <= lastScore || flags.mmr_lambda === 1 && flags.wing_diversity_weight === 0)
    return { candidate, phase: 'cut', reason: `place ${index + 1} by score, below the first ${k}` };
  const phase = flags.wing_diversity_weight > 0 && flags.mmr_lambda === 1 ? 'cross_wing_balancing' : 'mmr';
  const same = picks.filter((pick) => ranked[pick.index]?.entry.wing === candidate.entry.wing).length;
  return phase === 'mmr'
    ? { candidate, phase, reason: 'too like drawers that were picked before it' }
    : { candidate, phase, reason: `wing “${candidate.entry.wing}” already saturated (${same}/${picks.length} selected results)`, facts: { wing_saturation: same / Math.max(1, picks.length) } };
};

const sorted = (ranked: readonly Candidate[], { sortBy, k }: PhaseContext): { candidates: Candidate[]; dropped: Drop[] } => {
  const order = [...ranked].sort((a, b) =>
    (sortBy === 'recency' ? b.entry.filedAtMs - a.entry.filedAtMs : b.entry.importance - a.entry.importance) || byScore(a, b));
  return { candidates: order.slice(0, k), dropped: order.slice(k).map((candidate, i) => ({ candidate, phase: 'cut', reason: `place ${k + i + 1} by ${sortBy}, below the first ${k}` })) };
};
