import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { expansionTerms } from '../../../../../extension/palace/retrieval/query/expansionTerms.ts';
import { cachedEmbedding } from '../../../../../extension/palace/retrieval/cachedEmbedding.ts';
import { expansion } from '../../../../../extension/palace/retrieval/phases/expansion.ts';
import { emptySnapshot } from '../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import { candidate, contextOf, deltaOf, through } from '../../../../fixtures/candidates.ts';

const terms = (query: string, texts: readonly string[], limit = 3, holding: (stem: string) => number = () => 1) =>
  expansionTerms(
    query,
    texts.map((text) => ({ text, room: 'room' })),
    limit,
    new Analyser(),
    { holding, drawers: 100 },
  );

describe('expansion terms', () => {
  it('are the words that most sources share', () =>
    expect(terms('berth', ['the quay wall, a crane', 'quay and tide', 'crane at the quay'], 2)).toEqual([
      'quay',
      'room',
    ]));
  it('leave out function words, numbers, the query’s own words in any form, and short ones', () =>
    expect(terms('booking berths', ['the berth was booked on 2026 by an ox and of it', 'Booking'], 9)).toEqual([
      'room',
    ]));
  it('leave out words that are everywhere in the palace', () =>
    expect(terms('berth', ['quay crane'], 9, (stem) => (stem === 'crane' ? 11 : 10))).not.toContain('crane'));
  it('have the same order whatever the order of the sources', () => {
    const texts = ['quay tide crane', 'tide crane winch', 'winch quay buoy'];
    expect(terms('berth', texts, 9)).toEqual(terms('berth', [...texts].reverse(), 9));
  });
  it('come from the beginning of a drawer only', () =>
    expect(terms('berth', [`${'quay '.repeat(60)}crane`], 9)).not.toContain('crane'));
});

describe('the expansion phase', () => {
  const snapshot = {
    ...emptySnapshot,
    expansion: { terms: ['quay'], similarQueries: [], sources: [], candidates: ['a'] },
  };
  it('lowers only drawers that were found by the added words alone', () => {
    const { candidates } = through(
      expansion,
      [candidate({ id: 'a' }), candidate({ id: 'b' })],
      contextOf({ query_expansion_enabled: true }, { snapshot }),
    );
    expect(candidates.map((c) => deltaOf(c, 'expansion'))).toEqual([0.6 * (0.7 - 1), 0]);
    expect(candidates[0]?.annotations).toEqual(['Found by added words: quay']);
  });
});

describe('cached embeddings', () => {
  it('are computed once and returned in order; the oldest are forgotten', async () => {
    const asked: string[] = [];
    const embed = cachedEmbedding(
      (texts) => (asked.push(...texts), Promise.resolve(texts.map((text) => Float32Array.of(text.length)))),
      2,
    );
    expect((await embed(['aa', 'b', 'aa'])).map(([x]) => x)).toEqual([2, 1, 2]);
    await embed(['b', 'ccc']);
    expect(asked).toEqual(['aa', 'b', 'ccc']);
    await embed(['aa']);
    expect(asked).toEqual(['aa', 'b', 'ccc', 'aa']);
  });
});
