import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesIn } from '../../../../../extension/palace/filing/closets/sentences.ts';

/** What a sentence is, in one expression. It takes time by the square of a line without an end. */
const asExpression = /[^\s.!?|→][^\n.!?|→]*(?:\.(?=\S)[^\n.!?|→]*)*[.!?](?=\s|["”’)]|$)/gu;

describe('the sentences of a text', () => {
  it('end at a mark, and go on after a point within a word', () => {
    expect([...sentencesIn('Read a.ts. Why?\nNo end here | “It is done.” They said.')]).toEqual([
      'Read a.ts.',
      'Why?',
      '“It is done.” They said.',
    ]);
  });

  it('are those that the expression finds', () => {
    const text = fc.array(fc.constantFrom(...'ab .!?|→\n"”’)]', '😀', '\ud800', '\u2028'), { maxLength: 20 });
    fc.assert(
      fc.property(text, (characters) => {
        const whole = characters.join('');
        expect([...sentencesIn(whole)]).toEqual(Array.from(whole.matchAll(asExpression), ([found]) => found));
      }),
    );
  });

  // What takes time by the square of these never ends.
  it.each(['a', 'a ', 'a."', 'a.b'])('are found in 1 MiB of %j', (text) => {
    expect([...sentencesIn(`${text.repeat(2 ** 20 / text.length)} x`)].at(-1) ?? '').not.toContain(' x');
  });
});
