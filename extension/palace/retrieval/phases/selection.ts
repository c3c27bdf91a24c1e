/** One thing that may be selected. */
export interface Selectable {
  /** Usually 0…1, but may exceed 1; see {@link select}. */
  readonly relevance: number;
  readonly wing: string;
}

interface SelectionOptions {
  readonly k: number;
  /** λ of maximal marginal relevance, 0…1. */
  readonly lambda: number;
  /** γ of cross-wing balancing; 0 leaves plain maximal marginal relevance, bit for bit. */
  readonly gamma: number;
  /** Factor on γ for a wing: 1, or the wing's share of the palace. */
  readonly wingScale: (wing: string) => number;
  /** Cosine of items `a` and `b` (indexes). */
  readonly similarity: (a: number, b: number) => number;
}

/** One pick, in order. */
export interface Pick {
  readonly index: number;
  /** `λ·rel`, where `rel` is the relevance divided by `greatest`. */
  readonly weightedRelevance: number;
  /** −(1 − λ)·(greatest similarity to what was picked before). */
  readonly mmrPenalty: number;
  /** −γ·scale·saturation. */
  readonly wingPenalty: number;
  /** Share of the drawers picked before that are of the same wing. */
  readonly saturation: number;
  /** The earlier pick that is most like this one, or −1. */
  readonly nearest: number;
  /** The sum of the three terms, left to right: what the pick was chosen by. */
  readonly objective: number;
  /** Set if the objective is greater than that of an earlier pick; see {@link HeldBack}. */
  readonly heldBack: HeldBack | null;
  /** The least objective of this pick and those before it, which therefore never rises from pick to pick. */
  readonly selectionScore: number;
}

/**
 * Why a pick stands below one with a smaller objective. An objective rises only if the wing's share of the picks falls
 * meanwhile; when the earlier pick was made, this item's objective was no greater.
 */
export interface HeldBack {
  /** `selectionScore − objective`, below 0. */
  readonly delta: number;
  /** Place of the earlier pick in the list of picks, from 0. */
  readonly by: number;
  /** This item's objective when that pick was made. */
  readonly objectiveThen: number;
}

/** The greatest of all relevances, at least 1: relevance is divided by it. */
export const greatestRelevance = (items: readonly Selectable[]): number =>
  items.reduce((most, item) => Math.max(most, item.relevance), 1);

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998) with a penalty for saturated wings: picks greedily by
 * `λ·rel − (1−λ)·max sim − γ·scale(wing)·count(wing in S)/|S|`. `rel` is the relevance, divided by the greatest of all if
 * that exceeds 1. Ties (rounding can cause them) go to the greater relevance, then to the earlier item. If all items are of
 * one wing, γ has no effect. Cost: k·n similarities, none at λ = 1.
 */
export const select = (
  items: readonly Selectable[],
  { k, lambda, gamma: askedGamma, wingScale, similarity }: SelectionOptions,
): Pick[] => {
  const gamma = items.some(({ wing }) => wing !== items[0]?.wing) ? askedGamma : 0;
  const greatest = greatestRelevance(items);
  const maxSimilarity = new Float64Array(items.length);
  const nearest = new Int32Array(items.length).fill(-1);
  const taken = new Uint8Array(items.length);
  const wings = new Map<string, number>();
  const objectives = new Float64Array(items.length);
  const level = fallingLevel(objectives);
  const picks: Pick[] = [];
  while (picks.length < Math.min(k, items.length)) {
    let best: Omit<Pick, 'heldBack' | 'selectionScore'> | undefined;
    for (const [index, item] of items.entries()) {
      if (taken[index] === 1) continue;
      const weightedRelevance = lambda * (item.relevance / greatest);
      const mmrPenalty = lambda === 1 ? 0 : -(1 - lambda) * (maxSimilarity[index] ?? 0);
      const saturation = picks.length === 0 ? 0 : (wings.get(item.wing) ?? 0) / picks.length;
      const wingPenalty = gamma === 0 || saturation === 0 ? 0 : -gamma * wingScale(item.wing) * saturation;
      const objective = weightedRelevance + mmrPenalty + wingPenalty;
      objectives[index] = objective;
      const isBetter =
        best === undefined ||
        objective > best.objective ||
        (objective === best.objective && item.relevance > (items[best.index]?.relevance ?? 0));
      if (isBetter)
        best = {
          index,
          weightedRelevance,
          mmrPenalty,
          wingPenalty,
          saturation,
          nearest: nearest[index] ?? -1,
          objective,
        };
    }
    if (best === undefined) break;
    picks.push({ ...best, ...level(best.index, best.objective, picks.length) });
    taken[best.index] = 1;
    const wing = items[best.index]?.wing ?? '';
    wings.set(wing, (wings.get(wing) ?? 0) + 1);
    if (lambda < 1)
      for (let index = 0; index < items.length; index++) {
        if (taken[index] === 1) continue;
        const likeness = Math.max(0, similarity(index, best.index));
        if (likeness > (maxSimilarity[index] ?? 0)) {
          maxSimilarity[index] = likeness;
          nearest[index] = best.index;
        }
      }
  }
  return picks;
};

type PickedLevel = { readonly [Key in 'heldBack' | 'selectionScore']: Pick[Key] };

/**
 * Follows the picks and holds each one's score down to the least objective so far. `objectives` has the current objective of
 * every item that is not picked yet.
 */
const fallingLevel = (
  objectives: Float64Array,
): ((index: number, objective: number, place: number) => PickedLevel) => {
  let least = Infinity;
  let by = -1;
  let then = objectives;
  return (index, objective, place) => {
    if (objective <= least) {
      if (objective < least) [least, by, then] = [objective, place, objectives.slice()];
      return { heldBack: null, selectionScore: objective };
    }
    let delta = least - objective;
    // Rounding must not lift the sum above the earlier pick.
    while (objective + delta > least) delta -= Number.EPSILON * (1 + Math.abs(delta) + Math.abs(objective));
    least = objective + delta;
    return { heldBack: { delta, by, objectiveThen: then[index] ?? NaN }, selectionScore: least };
  };
};

/** Factor on γ for a wing: 1 under `none`, the wing's share of the palace's drawers under `palace_share`. */
export const wingScaleOf = (
  scale: 'none' | 'palace_share',
  wingCounts: Readonly<Record<string, number>>,
): ((wing: string) => number) => {
  if (scale === 'none') return () => 1;
  const total = Object.values(wingCounts).reduce((sum, count) => sum + count, 0);
  return (wing) => (total === 0 ? 0 : (wingCounts[wing] ?? 0) / total);
};
