import { textStart } from '../../../base/text/textStart.ts';

/** How tokens are counted. A model's own tokenizer may give other numbers. */
export const tokenRule = 'characters / 4, rounded up for each part';

/** The estimated number of tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/**
 * The beginning of the text and a mark for what is missing, within `tokens` together. Null if not even the mark
 * fits.
 */
export const cutTo = (text: string, tokens: number, mark: (missing: number) => string): string | null => {
  const room = tokens * 4 - mark(text.length).length;
  if (room <= 0) return null;
  // Never cuts a character in half, nor a word if there is white space nearby.
  const cut = textStart(text, room);
  const kept = /\s/.test(cut.slice(-40)) ? cut.replace(/\s\S*$/, '') : cut;
  return `${kept}${mark(text.length - kept.length)}`;
};

/** Accepts parts until the budget is used up. A part that does not fit is refused; a later one may still fit. */
export class TokenBudget {
  #left: number;

  constructor(tokens: number) {
    this.#left = tokens;
  }

  get left(): number {
    return this.#left;
  }

  /** Whether the part fits. If so, its tokens are taken from the budget. */
  take(tokens: number): boolean {
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }

  /** Moves up to `tokens` from this budget to a new one. */
  share(tokens: number): TokenBudget {
    const given = Math.min(this.#left, Math.max(0, Math.floor(tokens)));
    this.#left -= given;
    return new TokenBudget(given);
  }

  /** Moves what a share did not use back to this budget. */
  giveBack(share: TokenBudget): void {
    this.#left += share.#left;
    share.#left = 0;
  }
}
