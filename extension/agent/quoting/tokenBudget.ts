import { cutTo, tokensOf } from '../../palace/model/text/tokenBudget.ts';

/** An answer's default token budget and the bounds that a call may ask for. Tokens are counted by {@link tokensOf}. */
export const tokenBudgets = { usual: 4000, least: 500, most: 50_000 } as const;

/** Share of a budget that one of several texts may take, so that a long text does not push out the others. */
const largestShare = 0.25;
const leastShare = 60;

/** A text cut to fit, and whether anything was cut. */
export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Tokens of a budget that each of `count` texts may take. */
export const shareOf = (budget: number, count: number): number =>
  count <= 1 ? budget : Math.max(leastShare, Math.floor(budget * largestShare));

/** Tokens of an answer's budget that each of `count` texts may take; the rest is for what stands around them. */
export const bodyShareOf = (budget: number, count: number): number => shareOf(Math.floor(budget * 0.8), count);

/** The text's beginning within `tokens`, with a mark that says how much is missing and, from `how`, how to get it. */
export const cutText = (text: string, tokens: number, how: string): CutText => {
  if (tokensOf(text) <= tokens) return { text, isCut: false };
  const mark = (missing: number): string => ` … [about ${missing} more characters: ${how}]`;
  return { text: cutTo(text, tokens, mark) ?? mark(text.length).trimStart(), isCut: true };
};

/**
 * How many items of each list fit into a budget. The lists are filled in order, each from its beginning. `cost` returns the
 * tokens of the complete answer with the given number of items per list. It must not fall when a list grows, except when the list
 * becomes complete.
 */
export const fitLists = (
  lengths: readonly number[],
  budget: number,
  cost: (counts: readonly number[]) => number,
): number[] => {
  const counts = lengths.map(() => 0);
  lengths.forEach((length, list) => {
    const fits = (count: number): boolean => cost(counts.with(list, count)) <= budget;
    if (fits(length)) {
      counts[list] = length;
      return;
    }
    let held = 0;
    let above = length;
    while (above - held > 1) {
      const middle = Math.floor((held + above) / 2);
      if (fits(middle)) held = middle;
      else above = middle;
    }
    counts[list] = held;
  });
  return counts;
};
