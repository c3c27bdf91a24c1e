import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTo, TokenBudget, tokensOf } from '../../../../../extension/palace/model/text/tokenBudget.ts';

const mark = (missing: number): string => `… [cut: ${missing}]`;

describe('a text that is cut', () => {
  it('keeps to its tokens, is a beginning of the text, and says how much is missing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc.nat({ max: 120 }),
        (text, tokens) => {
          const cut = cutTo(text, tokens, mark);
          if (cut === null) {
            expect(tokens * 4).toBeLessThanOrEqual(mark(text.length).length);
            return;
          }
          expect(tokensOf(cut)).toBeLessThanOrEqual(tokens);
          const [, missing] = /… \[cut: (\d+)\]$/.exec(cut) ?? [];
          const kept = cut.slice(0, cut.length - mark(Number(missing)).length);
          expect(text.startsWith(kept)).toBe(true);
          expect(kept.length + Number(missing)).toBe(text.length);
        },
      ),
    );
  });
});

describe('a budget', () => {
  it('is never overdrawn, however it is shared out and given back', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 500 }),
        fc.array(fc.tuple(fc.nat({ max: 200 }), fc.boolean(), fc.nat({ max: 200 })), { maxLength: 20 }),
        (tokens, steps) => {
          const budget = new TokenBudget(tokens);
          let spent = 0;
          for (const [amount, isShare, part] of steps) {
            if (!isShare) spent += budget.take(amount) ? amount : 0;
            else {
              const share = budget.share(amount);
              spent += share.take(part) ? part : 0;
              budget.giveBack(share);
            }
            expect(spent + budget.left).toBe(tokens);
          }
          expect(spent).toBeLessThanOrEqual(tokens);
        },
      ),
    );
  });
});
