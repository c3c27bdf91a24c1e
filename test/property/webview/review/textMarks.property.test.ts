import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOut } from '../../../../extension/palace/memory/summaries/leftOut.ts';
import { markedText, withSentenceOf } from '../../../../webview/review/textMarks.ts';
import { runs } from '../../../fixtures/testSize.ts';

const word = fc.constantFrom(
  'token',
  'rate',
  'the',
  'burst',
  '20',
  '1,200',
  '2025-03-11',
  'AUTH_TTL',
  'src/a.ts',
  '#1482',
  'https://a.example/b',
  '11',
  'March',
  '2025',
  '9f3e1c7',
  '(61',
  'ms).',
  '20%',
  '令牌20个',
  '“p99”',
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 10 }), fc.constantFrom('. ', '\n', '! ', ' '))
  .map(([words, end]) => words.join(' ') + end);
const text = fc.oneof(
  fc.array(sentence, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const lostOf = (whole: string, summary: string): string[] =>
  leftOut([{ id: 'd', text: whole }], summary).map(({ fact }) => fact);

describe("a drawer's text under review", () => {
  it('is shown verbatim, every fact that is left out marked, and nothing marked where the summary holds it all', () => {
    fc.assert(
      fc.property(text, text, (whole, summary) => {
        const lost = lostOf(whole, summary);
        const pieces = markedText(whole, summary, new Set(lost.map((fact) => fact.normalize('NFC'))));
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole);
        const marked = pieces
          .filter(({ isLostFact }) => isLostFact)
          .map((piece) => piece.text)
          .join('');
        for (const fact of lost)
          expect(marked).toContain(fact.replace(/\s/gu, '') === fact ? fact : fact.split(/\s/u)[0]);
        expect(
          markedText(whole, whole, new Set()).some(({ isMissing, isLostFact }) => isMissing || isLostFact),
        ).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });

  it('gives the sentence of any fact to the summary, which then leaves that fact out no more, nor any that it had', () => {
    fc.assert(
      fc.property(text, text, (whole, other) => {
        const summary = `In short ${other}`;
        const before = lostOf(whole, summary);
        for (const fact of before) {
          const after = lostOf(whole, withSentenceOf(summary, whole, fact));
          expect(after).not.toContain(fact);
          for (const left of after) expect(before).toContain(left);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
