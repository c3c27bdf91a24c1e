import { batches } from '../../../../base/batches.ts';
import { leastSize } from './clusters.ts';

/**
 * The drawers in batches of up to `most`, in which all that may be in one group are together: those of one standing. They come in
 * the order in which each standing is first met; one of more drawers than `most` is cut. Drawers of a standing that is too small
 * for a group, or without one, are in no batch.
 */
export const standingBatches = <T>(
  drawers: readonly T[],
  standing: (drawer: T) => string | null,
  most: number,
): T[][] => {
  const byStanding = new Map<string, T[]>();
  for (const drawer of drawers) {
    const by = standing(drawer);
    if (by === null) continue;
    const known = byStanding.get(by);
    if (known === undefined) byStanding.set(by, [drawer]);
    else known.push(drawer);
  }
  const made: T[][] = [];
  for (const members of byStanding.values()) {
    for (const piece of batches(members, most)) {
      if (piece.length < leastSize) continue;
      const last = made.at(-1);
      if (last !== undefined && last.length + piece.length <= most) last.push(...piece);
      else made.push(piece);
    }
  }
  return made;
};
