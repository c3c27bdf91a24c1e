import type { Catalogue } from '../../catalogue/catalogue.ts';
import { seriesMs } from '../phases/evidence/seriesEvidence.ts';

/** Of how many of a pool's first drawers, and how many on each side. */
const first = 3;
const reach = 2;

/**
 * Slots of the commits right before and after a pool's first ones, in the same repository within an hour, that are in scope but not in
 * the pool: they may belong to the same work and share no word with the query. `slots` is the pool, best first.
 */
export const commitsBeside = (
  slots: readonly number[],
  isInScope: (slot: number) => boolean,
  catalogue: Pick<Catalogue, 'isCommit' | 'filedAtOf' | 'commitsWithin'>,
): number[] => {
  const known = new Set(slots);
  const found: number[] = [];
  const anchors = slots.slice(0, first).filter((slot) => catalogue.isCommit(slot));
  if (anchors.length === 0) return [];
  const within = catalogue.commitsWithin(anchors, seriesMs);
  anchors.forEach((anchor, i) => {
    const away = (slot: number): number => catalogue.filedAtOf(slot) - catalogue.filedAtOf(anchor);
    const near = (within[i] ?? [])
      .filter((slot) => isInScope(slot) && slot !== anchor)
      .sort((a, b) => Math.abs(away(a)) - Math.abs(away(b)) || a - b);
    for (const isOnSide of [(slot: number) => away(slot) < 0, (slot: number) => away(slot) >= 0])
      for (const slot of near.filter(isOnSide).slice(0, reach)) {
        if (known.has(slot)) continue;
        known.add(slot);
        found.push(slot);
      }
  });
  return found;
};
