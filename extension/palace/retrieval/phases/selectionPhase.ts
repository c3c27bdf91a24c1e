import { byScore, withEvent, type Candidate, type Drop } from '../candidates/candidate.ts';
import type { Phase, PhaseContext } from './phase.ts';
import { select, wingScaleOf, type Pick } from './selection.ts';

/** The last phase chooses the k results and their order: by maximal marginal relevance and cross-wing balancing, or by another sort. */
export const selectionPhase: Phase = {
  isOn: () => true,
  run: (candidates, context, timer) => {
    const ranked = [...candidates].sort(byScore);
    if (context.sortBy !== 'relevance') return sorted(ranked, context);
    const { mmr_lambda: lambda, wing_diversity_weight: gamma } = context.flags;
    const scale = wingScaleOf(context.flags.wing_diversity_scale, context.wingCounts);
    const items = ranked.map(({ score, entry }) => ({ relevance: score, wing: entry.wing }));
    const similarity = cachedSimilarity(ranked, context);
    const started = timer();
    const plain = select(items, { k: context.k, lambda, gamma: 0, wingScale: scale, similarity });
    const balancing = timer();
    const picks =
      gamma === 0 ? plain : select(items, { k: context.k, lambda, gamma, wingScale: scale, similarity });
    const ended = timer();
    const chosen = new Set(picks.map(({ index }) => index));
    const chosenPlain = new Map(plain.map((pick) => [pick.index, pick]));
    return {
      candidates: picks.flatMap((pick) => {
        const candidate = ranked[pick.index];
        return candidate === undefined
          ? []
          : [explained(candidate, pick, ranked, scale(candidate.entry.wing), context)];
      }),
      dropped: ranked.flatMap((candidate, index) => {
        if (chosen.has(index)) return [];
        const before = chosenPlain.get(index);
        return [
          before === undefined
            ? belowTheCut(candidate, index, context)
            : saturated(candidate, before, picks, ranked, scale(candidate.entry.wing), context),
        ];
      }),
      timings: { mmr: balancing - started, ...(gamma === 0 ? {} : { cross_wing_balancing: ended - balancing }) },
    };
  },
};

/** Cosines of pairs by their places, each computed once, since both selections need the same ones. */
const cachedSimilarity = (
  ranked: readonly Candidate[],
  { similarity }: PhaseContext,
): ((a: number, b: number) => number) => {
  const known = new Map<number, number>();
  return (a, b) => {
    const key = Math.min(a, b) * ranked.length + Math.max(a, b);
    const [x, y] = [ranked[a], ranked[b]];
    const cosine = known.get(key) ?? (x === undefined || y === undefined ? 0 : similarity(x, y));
    known.set(key, cosine);
    return cosine;
  };
};

const explained = (
  candidate: Candidate,
  pick: Pick,
  ranked: readonly Candidate[],
  scale: number,
  { flags }: PhaseContext,
): Candidate => {
  const like = ranked[pick.nearest]?.entry.id ?? '';
  const lessAlike = withEvent(
    candidate,
    'mmr',
    pick.mmrPenalty,
    `(1 − ${flags.mmr_lambda}) × its likeness to ${like}`,
  );
  const scaled =
    flags.wing_diversity_scale === 'none' ? '' : ` × the wing’s share of the palace ${scale.toFixed(3)}`;
  return withEvent(
    lessAlike,
    'cross_wing_balancing',
    pick.wingPenalty,
    `${flags.wing_diversity_weight}${scaled} × saturation ${pick.saturation.toFixed(2)} of wing “${candidate.entry.wing}”`,
  );
};

/** Left out by plain maximal marginal relevance: for its likeness if its score would have been enough, else for its score. */
const belowTheCut = (candidate: Candidate, index: number, { k, flags }: PhaseContext): Drop =>
  index < k && flags.mmr_lambda < 1
    ? {
        candidate,
        phase: 'mmr',
        reason: `place ${index + 1} by score, but too like drawers that were picked before it`,
      }
    : { candidate, phase: 'cut', reason: `place ${index + 1} by score, below the first ${k}` };

/** Picked by plain maximal marginal relevance, but no longer once wings are balanced. */
const saturated = (
  candidate: Candidate,
  before: Pick,
  picks: readonly Pick[],
  ranked: readonly Candidate[],
  scale: number,
  { flags }: PhaseContext,
): Drop => {
  const same = picks.filter((pick) => ranked[pick.index]?.entry.wing === candidate.entry.wing).length;
  const saturation = same / Math.max(1, picks.length);
  return {
    candidate,
    phase: 'cross_wing_balancing',
    reason: `wing '${candidate.entry.wing}' already saturated (${same}/${picks.length} selected results)`,
    facts: {
      wing_saturation: saturation,
      original_mmr_score: before.objective,
      penalized_score: before.objective - flags.wing_diversity_weight * scale * saturation,
    },
  };
};

const sorted = (
  ranked: readonly Candidate[],
  { sortBy, k }: PhaseContext,
): { candidates: Candidate[]; dropped: Drop[] } => {
  const order = [...ranked].sort(
    (a, b) =>
      (sortBy === 'recency' ? b.entry.filedAtMs - a.entry.filedAtMs : b.entry.importance - a.entry.importance) ||
      byScore(a, b),
  );
  return {
    candidates: order.slice(0, k),
    dropped: order.slice(k).map((candidate, i) => ({
      candidate,
      phase: 'cut',
      reason: `place ${k + i + 1} by ${sortBy}, below the first ${k}`,
    })),
  };
};
