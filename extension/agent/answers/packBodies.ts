import { isPalaceText, palaceText, type Fields } from './answerValue.ts';
import type { PackedItems } from './toolAnswer.ts';

/** Fewest characters of a body that are worth a place in the answer: about a line. */
const leastExcerpt = 60;
/** How slowly the room that an item gets falls with its rank. */
const rankOffset = 2;

/**
 * Cuts the bodies so that as many items as possible fit into `room` characters with their heads and a line each.
 * The remaining room is shared by rank, in proportion to 1 / (n + 2) for the n-th item; room that a short body does
 * not need goes to the others.
 */
export const packBodies = (
  items: readonly Fields[],
  body: string,
  { heads, excerpt }: PackedItems,
  room: number,
): readonly Fields[] => {
  const texts = items.map((item) => {
    const value = item[body];
    return isPalaceText(value) ? value.palaceText : '';
  });
  // A line break and an indent come with each part.
  const headLengths = heads.map((head) => head.length + 2);
  const lengths = texts.map((text) => text.length + 2 * text.split('\n').length);
  let shown = 0;
  let left = room;
  while (shown < items.length) {
    const cost = (headLengths[shown] ?? 0) + Math.min(leastExcerpt, lengths[shown] ?? 0);
    if (cost > left) break;
    left -= cost;
    shown++;
  }
  const shares = sharedOut(
    lengths.slice(0, shown).map((length) => Math.max(0, length - leastExcerpt)),
    left,
  );
  return items.map((item, at) => {
    if (!isPalaceText(item[body])) return item;
    const { text, isCut } = excerpt(texts[at] ?? '', leastExcerpt + (shares[at] ?? 0));
    return { ...item, [body]: palaceText(text), ...(isCut ? { cut: true } : {}) };
  });
};

/** Shares of `room` by rank, none larger than its need; room to spare goes to the others. */
const sharedOut = (needs: readonly number[], room: number): readonly number[] => {
  const shares = needs.map(() => 0);
  const open = new Set(needs.keys());
  let left = room;
  while (open.size > 0) {
    const weights = [...open].reduce((sum, at) => sum + 1 / (at + 1 + rankOffset), 0);
    const full = [...open].filter((at) => (needs[at] ?? 0) <= left / (at + 1 + rankOffset) / weights);
    if (full.length === 0) {
      for (const at of open) shares[at] = Math.floor(left / (at + 1 + rankOffset) / weights);
      break;
    }
    for (const at of full) {
      shares[at] = needs[at] ?? 0;
      left -= needs[at] ?? 0;
      open.delete(at);
    }
  }
  return shares;
};
