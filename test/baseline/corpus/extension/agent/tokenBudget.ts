import { cutTo, tokensOf } from '../palace/model/tokenBudget.ts';

/** Tokens of an answer unless the call says, and what a call may ask for. Counted as everywhere: {@link tokensOf}. */
export const tokenBudgets = { usual: 4000, least: 500, most: 50_000 } as const;

/** Share of a budget that one text of several may take: a long one must not push out all others. */
const largestShare = 0.25;
const leastShare = 60;

/** A text as it fits, and whether it says more. */
export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Tokens that one of `count` texts may take of a budget. */
export const shareOf = (budget: number, count: number): number => (count <= 1 ? budget : Math.max(leastShare, Math.floor(budget * largestShare)));

/** The text's beginning within so many tokens, with a mark that says how much is missing and how to get it. */
export const cutText = (text: string, tokens: number, how: string): CutText => {
  if (tokensOf(text) <= tokens) return { text, isCut: false };
  const mark = (missing: number): string => ` … [about ${missing} more characters: ${how}]`;
  return { text: cutTo(text, tokens, mark) ?? mark(text.length).trimStart(), isCut: true };
};

/**
 * How many items of each list an answer holds within a budget: list by list, each from its beginning, as many as fit.
 * `cost` gives the tokens of the whole answer with so many of each; but for a list that is whole, it must not fall when one
 * gets longer.
 */
export const fitLists = (lengths: readonly number[], budget: number, cost: (counts: readonly number[]) => number): number[] => {
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
