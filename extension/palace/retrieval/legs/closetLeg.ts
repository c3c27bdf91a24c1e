import { closetLineText, extractDrawerIdsFromCloset } from '../../model/drawer/closetLine.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { LegScores } from './legScores.ts';
import type { ClosetIndex } from '../closets/closetIndex.ts';

/** The drawers that closets point to for a query. */
export interface ClosetLeg extends LegScores {
  /** The line, without its pointers, that brought a drawer in. */
  readonly lineOf: (slot: number) => string | undefined;
}

/** How many closet lines the leg follows. */
const mostLines = 200;

/** Finds closet lines by BM25; each drawer that they point to has the score of its best line. Call {@link ClosetIndex.ready} first. */
export const closetLeg = (
  closets: ClosetIndex,
  words: string,
  scope: DrawerScope,
  catalogue: Catalogue,
): ClosetLeg => {
  const scores = new Float64Array(scope.mask.length).fill(NaN);
  const lines = new Map<number, string>();
  for (const { line, score } of closets.search(words, mostLines)) {
    for (const id of extractDrawerIdsFromCloset(line)) {
      const slot = catalogue.slotOfId(id);
      if (slot === undefined || scope.mask[slot] !== 1 || lines.has(slot)) continue;
      scores[slot] = score;
      lines.set(slot, closetLineText(line));
    }
  }
  return { scores, matched: lines.size, lineOf: (slot) => lines.get(slot) };
};
