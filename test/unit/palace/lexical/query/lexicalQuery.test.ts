import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { Bm25Index } from '../../../../../extension/palace/lexical/bm25Index.ts';
import { withoutExcluded } from '../../../../../extension/palace/lexical/query/exclusion.ts';
import { lexicalQuery } from '../../../../../extension/palace/lexical/query/lexicalQuery.ts';

const analyser = new Analyser();
const everything = { mask: new Uint8Array(64).fill(1), count: 64 };
const indexOf = (...texts: string[]): Bm25Index => {
  const index = new Bm25Index(analyser);
  texts.forEach((text, slot) => index.add(slot, text));
  return index;
};
const all = (index: Bm25Index, words: string): number[] =>
  [...index.score(lexicalQuery(analyser, words), everything, { anyOf: false }).slots].sort();
const best = (index: Bm25Index, words: string): number | undefined => {
  const { slots, scores } = index.score(lexicalQuery(analyser, words), everything);
  return Array.from(slots, (slot, i) => ({ slot, score: scores[i] ?? 0 })).sort(
    (a, b) => b.score - a.score || a.slot - b.slot,
  )[0]?.slot;
};

describe('all words of a query', () => {
  it('stand in a drawer that spells an identifier of the query in words, and the other way round', () => {
    const index = indexOf('the utf8Decoder class', 'a decoder of utf8', 'utf 8 decoders', 'utf8 only');
    expect(all(index, 'utf8Decoder')).toEqual([0, 1, 2]);
    expect(all(index, 'utf8 decoder')).toEqual([0, 1, 2]);
  });

  it('are counted once, however often they are asked for and in how many forms they stand', () => {
    const index = indexOf('rotate rotation rotated keys');
    const found = index.score(lexicalQuery(analyser, 'rotate rotating Rotation keys'), everything);
    expect(found.words).toBe(2);
    expect([...found.matchedTerms]).toEqual([2]);
  });

  it('beyond the thirty-second count as one, so that a drawer with all of them still holds all', () => {
    const text = Array.from(
      { length: 50 },
      (_, i) => `word${String.fromCharCode(97 + (i % 25))}${i < 25 ? 'x' : 'z'}`,
    ).join(' ');
    const index = indexOf(text, 'wordax');
    expect(all(index, text)).toEqual([0]);
  });
});

describe('identifiers', () => {
  it('written as such rank above their words', () => {
    expect(
      best(indexOf('get the user its name', 'call getUserName here', 'filler words here'), 'getUserName'),
    ).toBe(1);
  });

  it('are found by their lower-case spelling, though that would be stemmed as a word', () => {
    const index = indexOf('the parseQueries function', 'nothing');
    expect(all(index, 'parsequeries')).toEqual([0]);
  });

  it('bring terms that no drawer holds only where they are words of the query', () => {
    const { terms } = indexOf('cat').score(lexicalQuery(analyser, 'parsequeries unknownWord'), everything);
    expect(terms.map(({ term }) => term)).toEqual(['parsequeri', 'unknown', 'word']);
  });
});

describe('exclusion', () => {
  it('of a word leaves out the drawers with any of its forms', () => {
    const index = indexOf('cat rotation', 'cat rotates', 'cat sleeps');
    expect([...index.score(lexicalQuery(analyser, 'cat', ['rotated']), everything).slots]).toEqual([2]);
  });

  it('of an identifier leaves out the identifier, not its words', () => {
    const index = indexOf('cat getUser', 'cat get user');
    expect([...index.score(lexicalQuery(analyser, 'cat', ['getUser']), everything).slots]).toEqual([1]);
  });

  it('of a function word or a symbol leaves out nothing', () => {
    const index = indexOf('the cat');
    expect(withoutExcluded(index, lexicalQuery(analyser, '', ['the', '…']).excluded, everything)).toBe(everything);
  });

  it('does not touch the scope that it is given', () => {
    const { excluded } = lexicalQuery(analyser, '', ['cat']);
    const narrowed = withoutExcluded(indexOf('cat', 'dog'), excluded, everything);
    expect([narrowed.mask[0], narrowed.mask[1], narrowed.count]).toEqual([0, 1, 63]);
    expect(everything.mask[0]).toBe(1);
  });
});

it('statistics are of the corpus unless those of the scope are asked for', () => {
  const index = indexOf('cat', 'cat', 'cat', 'dog');
  const scope = { mask: Uint8Array.of(1, 0, 0, 1), count: 2 };
  const [ofCorpus] = index.score(lexicalQuery(analyser, 'cat'), scope).terms;
  const [ofScope] = index.score(lexicalQuery(analyser, 'cat'), scope, { statistics: 'scope' }).terms;
  expect(ofCorpus).toMatchObject({ df: 3, dfInScope: 1, idf: Math.log(1 + 1.5 / 3.5) });
  expect(ofScope).toMatchObject({ df: 3, dfInScope: 1, idf: Math.log(1 + 1.5 / 1.5) });
  expect(index.documentFrequency('cat', scope)).toBe(1);
});
