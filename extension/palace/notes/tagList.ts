import { commitTagPrefix, foldTag } from '../model/drawer/tag.ts';

/**
 * Tags with their number of drawers, most used first, without those of commits. Spellings are merged under the most
 * used one.
 */
export const tagList = (counts: ReadonlyMap<string, number>): { tag: string; drawers: number }[] => {
  const byFold = new Map<string, { readonly tag: string; readonly most: number; readonly drawers: number }>();
  for (const [tag, count] of counts) {
    if (tag.startsWith(commitTagPrefix)) continue;
    const known = byFold.get(foldTag(tag));
    const best = known === undefined || count > known.most ? { tag, most: count } : known;
    byFold.set(foldTag(tag), { tag: best.tag, most: best.most, drawers: count + (known?.drawers ?? 0) });
  }
  return [...byFold.values()]
    .map(({ tag, drawers }) => ({ tag, drawers }))
    .sort((a, b) => b.drawers - a.drawers || (foldTag(a.tag) < foldTag(b.tag) ? -1 : 1));
};
