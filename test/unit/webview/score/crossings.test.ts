import { expect, test } from 'vitest';
import type { SearchHit } from '../../../../extension/palace/contract/search/searchResult.ts';
import { movements } from '../../../../webview/score/crossings.ts';
import { sampleResult } from '../../../fixtures/inspector/sampleResults.ts';

const hits = sampleResult(0).results;
const withDense = (hit: SearchHit, rank: number | null): SearchHit => ({
  ...hit,
  legs: { dense: { rank, score: 0, share: 0 } },
});

test('the move against cosine alone is the dense leg’s place less the rank', () => {
  const [first, second] = hits;
  if (first === undefined || second === undefined) throw new RangeError('two hits');
  expect(movements([withDense(first, 6), withDense(second, 1)]).map(({ climbed }) => climbed)).toEqual([5, -1]);
});

test('a drawer without a place in the dense leg has no move', () => {
  const [first] = hits;
  if (first === undefined) throw new RangeError('one hit');
  expect(
    movements([withDense(first, null), { ...first, legs: undefined }]).map(({ climbed, cosineRank }) => [
      climbed,
      cosineRank,
    ]),
  ).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('a result that scores more than the one above it is marked, and only such a one', () => {
  const marked = movements(hits).map(({ scoresMoreThanAbove }) => scoresMoreThanAbove);
  expect(marked).toEqual(hits.map((hit, index) => index > 0 && hit.score > (hits[index - 1]?.score ?? Infinity)));
  expect(marked).toContain(true);
});
