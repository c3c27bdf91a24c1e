import { describe, expect, it } from 'vitest';
import { nowhere, type Candidate } from '../../../../../extension/palace/retrieval/candidates/candidate.ts';
import { isWeak } from '../../../../../extension/palace/retrieval/pipeline/weakMatch.ts';
import { candidate } from '../../../../fixtures/candidates.ts';

/** A result with a cosine, and the words of its text. */
const found = (cosine: number, words: readonly string[], changes: Partial<Candidate> = {}): Candidate => {
  const one = candidate({ id: 'a', age: 0 });
  const lexical = words.length > 0 ? { rank: () => 1, score: 2, share: 0.5 } : nowhere;
  return { ...one, cosine, terms: { ...one.terms, terms: words }, legs: { ...one.legs, lexical }, ...changes };
};

describe('a list of results is weak', () => {
  it('if no result holds a word of the query and none is near in meaning', () => {
    expect(isWeak([found(0.21, []), found(0.1, [])], ['tide', 'table'])).toBe(true);
    expect(isWeak([found(0.21, []), found(0.31, [])], ['tide', 'table'])).toBe(false);
  });

  it('if the results share one word of several only, and the meaning is far off', () => {
    expect(isWeak([found(0.15, ['tide'])], ['tide', 'table'])).toBe(true);
    expect(isWeak([found(0.18, ['tide'])], ['tide', 'table'])).toBe(false);
    expect(isWeak([found(0.1, ['tide', 'table'])], ['tide', 'table'])).toBe(false);
  });

  it('never if the query’s only word is found, or if meaning was not compared', () => {
    expect(isWeak([found(0.05, ['tide'])], ['tide'])).toBe(false);
    expect(isWeak([found(0, [], { hasVector: false })], ['tide'])).toBe(false);
    expect(isWeak([], ['tide'])).toBe(false);
  });
});
