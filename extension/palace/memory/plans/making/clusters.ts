import { plansTurn } from './plansTurn.ts';

/** A drawer that may be grouped. */
export interface ClusterItem {
  readonly id: string;
  /** Labels that a group may share, such as tags and the room. */
  readonly labels: readonly string[];
}

/** Two similar drawers, by their places in the list. */
export interface Likeness {
  readonly a: number;
  readonly b: number;
  readonly cosine: number;
}

export interface Cluster {
  /** In alphabetical order. */
  readonly ids: readonly string[];
  /** The label that all of them share. */
  readonly label: string;
  /** The lowest cosine between any two. */
  readonly alike: number;
}

/** Every pair in a group has a cosine above this (docs/compaction.md). */
export const alikeFrom = 0.75;
/** A group has at least so many drawers. */
export const leastSize = 3;
/** A summary of more drawers than this would say too little about each. */
const mostSize = 40;
/** How many neighbours are tried as a group's second drawer, to find the largest group. */
const beginnings = 8;
/** Likenesses that are read without a look at the clock. */
const stepLikenesses = 5000;

/**
 * Groups of 3 to 40 drawers that share a label and in which every pair is more alike than {@link alikeFrom}. No
 * drawer is in two groups. Drawers with the most neighbours are tried first as centres. The same drawers give the
 * same groups in any order, and no three drawers are left over that could be a group.
 */
export const clusters = async (
  items: readonly ClusterItem[],
  likenesses: readonly Likeness[],
): Promise<Cluster[]> => {
  const yieldToEventLoop = plansTurn();
  const near = items.map(() => new Map<number, number>());
  for (const [i, { a, b, cosine }] of likenesses.entries()) {
    if (i % stepLikenesses === stepLikenesses - 1) await yieldToEventLoop();
    if (!(cosine > alikeFrom) || a === b) continue;
    near[a]?.set(b, cosine);
    near[b]?.set(a, cosine);
  }
  const labels = items.map((item) => new Set(item.labels));
  const idOf = (i: number): string => items[i]?.id ?? '';
  const byId = (a: number, b: number): number => (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0);
  const taken = new Set<number>();
  const found: Cluster[] = [];
  const centres = items.map((_, i) => i).sort((a, b) => (near[b]?.size ?? 0) - (near[a]?.size ?? 0) || byId(a, b));
  for (const centre of centres) {
    await yieldToEventLoop();
    if (taken.has(centre)) continue;
    const neighbours = [...(near[centre] ?? [])]
      .filter(([i]) => !taken.has(i))
      .sort((a, b) => b[1] - a[1] || byId(a[0], b[0]))
      .map(([i]) => i);
    if (neighbours.length + 1 < leastSize) continue;
    const best = largestAround(centre, neighbours, labels, near);
    if (best === undefined) continue;
    for (const member of best.members) taken.add(member);
    const { members, label } = best;
    const alike = Math.min(...members.flatMap((a, at) => members.slice(at + 1).map((b) => near[a]?.get(b) ?? 1)));
    found.push({ ids: [...members].sort(byId).map(idOf), label, alike });
  }
  return found.sort((a, b) => ((a.ids[0] ?? '') < (b.ids[0] ?? '') ? -1 : 1));
};

/**
 * The largest group found of a drawer and some of its neighbours. For each label, groups start with one neighbour
 * after the other, the nearest first. After the first few, more are tried only until there is a group, so none is
 * missed.
 */
const largestAround = (
  centre: number,
  neighbours: readonly number[],
  labels: readonly ReadonlySet<string>[],
  near: readonly ReadonlyMap<number, number>[],
): { readonly members: readonly number[]; readonly label: string } | undefined => {
  let best: { readonly members: readonly number[]; readonly label: string } | undefined;
  for (const label of [...(labels[centre] ?? [])].sort()) {
    const sharing = neighbours.filter((i) => labels[i]?.has(label) === true);
    for (const [tried, second] of sharing.entries()) {
      if (tried >= beginnings && best !== undefined) break;
      const members = [centre, second];
      for (const i of sharing)
        if (i !== second && members.length < mostSize && members.every((member) => near[i]?.has(member) === true))
          members.push(i);
      if (members.length >= leastSize && members.length > (best?.members.length ?? 0)) best = { members, label };
      if (members.length > sharing.length) break;
    }
  }
  return best;
};
