import { byScore, type Candidate, type Drop } from '../candidates/candidate.ts';
import { byOrder } from '../candidates/resultOrder.ts';
import type { Phase, PhaseContext } from './phase.ts';
import { greatestRelevance, select, wingScaleOf, type Pick } from './selection.ts';
import { likestPick, pickedCandidate, type SelectionFacts } from './selectionStory.ts';

/** The last phase chooses the k results and their order: by maximal marginal relevance and cross-wing balancing, or by another sort. */
export const selectionPhase: Phase = {
  isOn: () => true,
  run: (candidates, context, timer) => {
    if (context.sortBy !== 'relevance') return sorted(candidates, context);
    const ranked = [...candidates].sort(byScore);
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
    const facts = { ranked, picks, greatest: greatestRelevance(items), scale, similarity, context };
    const chosen = new Set(picks.map(({ index }) => index));
    const chosenPlain = new Map(plain.map((pick) => [pick.index, pick]));
    return {
      candidates: picks.flatMap((pick) => pickedCandidate(pick, facts)),
      dropped: ranked.flatMap((candidate, index) => {
        if (chosen.has(index)) return [];
        const before = chosenPlain.get(index);
        return [before === undefined ? belowTheCut(candidate, index, facts) : saturated(candidate, before, facts)];
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

/**
 * Left out by plain maximal marginal relevance: for its similarity if its score would have been enough,
 * otherwise for its score.
 */
const belowTheCut = (candidate: Candidate, index: number, facts: SelectionFacts): Drop => {
  const { k, flags } = facts.context;
  if (index >= k || flags.mmr_lambda === 1)
    return { candidate, phase: 'cut', reason: `place ${index + 1} by score, below the first ${k}` };
  const like = likestPick(index, facts);
  return {
    candidate,
    phase: 'mmr',
    reason: `${like?.words ?? 'too like drawers that were picked before it'}; place ${index + 1} by score`,
    facts: { ...like?.facts },
  };
};

/** Picked by plain maximal marginal relevance, but no longer once wings are balanced. */
const saturated = (candidate: Candidate, before: Pick, facts: SelectionFacts): Drop => {
  const { ranked, picks, scale, context } = facts;
  const { wing } = candidate.entry;
  const same = picks.filter((pick) => ranked[pick.index]?.entry.wing === wing).length;
  const saturation = same / Math.max(1, picks.length);
  const like = likestPick(before.index, facts);
  return {
    candidate,
    phase: 'cross_wing_balancing',
    reason: `wing '${wing}' already saturated (${same}/${picks.length} selected results)${like === null ? '' : `; ${like.words}`}`,
    facts: {
      wing_saturation: saturation,
      original_mmr_score: before.objective,
      penalized_score: before.objective - context.flags.wing_diversity_weight * scale(wing) * saturation,
      ...like?.facts,
    },
  };
};

const sorted = (
  candidates: readonly Candidate[],
  { sortBy, k }: PhaseContext,
): { candidates: Candidate[]; dropped: Drop[] } => {
  const order = [...candidates].sort(byOrder(sortBy));
  return {
    candidates: order.slice(0, k),
    dropped: order.slice(k).map((candidate, i) => ({
      candidate,
      phase: 'cut',
      reason: `place ${k + i + 1} by ${sortBy}, below the first ${k}`,
    })),
  };
};
