/** How tokens are counted: what a model's own tokenizer makes of them may differ. */
export const tokenRule = 'characters / 4, rounded up for each part';

/** Tokens that a text costs, estimated. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The text's beginning with a mark of what is missing, both within so many tokens; null where not even the mark fits. */
export const cutTo = (text: string, tokens: number, mark: (missing: number) => string): string | null => {
  const room = tokens * 4 - mark(text.length).length;
  if (room <= 0) return null;
  // Neither half a character nor, where there is another place near, half a word.
  const cut = text.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  const kept = /\s/.test(cut.slice(-40)) ? cut.replace(/\s\S*$/, '') : cut;
  return `${kept}${mark(text.length - kept.length)}`;
};

/** Takes parts until a budget is used up. What does not fit is refused, and the next one may fit still. */
export class TokenBudget {
  #left: number;

  constructor(tokens: number) {
    this.#left = tokens;
  }

  get left(): number {
    return this.#left;
  }

  /** Whether the part fits; it is paid for then. */
  take(tokens: number): boolean {
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }

  /** Takes from this budget what another one is given. */
  share(tokens: number): TokenBudget {
    const given = Math.min(this.#left, Math.max(0, Math.floor(tokens)));
    this.#left -= given;
    return new TokenBudget(given);
  }

  /** Takes back what a share did not use. */
  giveBack(share: TokenBudget): void {
    this.#left += share.#left;
    share.#left = 0;
  }
}
