import { expect, test } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { cachedTextTerms, textTerms } from '../../../../../extension/palace/retrieval/candidates/textTerms.ts';

test('a text’s terms are the same from the cache, and are computed once while the cache has room', () => {
  const analyser = new Analyser();
  let analysed = 0;
  const scan = analyser.scan.bind(analyser);
  analyser.scan = (...args) => {
    analysed += 1;
    scan(...args);
  };
  const [first, second] = ['Igor rotates tokens. Since May 2024.', 'Tokens are rotated by hand.'];
  const texts = [first, second, 'No word of it'];
  const termsOf = cachedTextTerms(analyser, first.length + second.length);
  for (const text of [...texts, ...texts]) {
    const { timeMention, ...terms } = termsOf(text);
    const { timeMention: expectedTime, ...expected } = textTerms(text, new Analyser());
    expect(terms).toEqual(expected);
    expect(timeMention()).toBe(expectedTime());
  }
  // In turns, each of the three makes room for itself by the one that is asked for next.
  expect(analysed).toBe(6);
  const wide = cachedTextTerms(analyser, 1_000);
  for (const text of [...texts, ...texts]) wide(text);
  // Nobody has asked for any of them yet.
  expect(analysed).toBe(6);
  for (const text of [...texts, ...texts]) wide(text).terms.at(0);
  expect(analysed).toBe(9);
});
