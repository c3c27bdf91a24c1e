import { expect, it } from 'vitest';
import { poolCompany } from '../../../../../extension/palace/retrieval/pipeline/poolCompany.ts';
import { contextOf } from '../../../../fixtures/candidates.ts';

/** Slots from 100 on are commits. */
const catalogue = {
  isCommit: (slot: number) => slot >= 100,
  filedAtOf: () => 0,
  commitsWithin: (commits: readonly number[]) => commits.map(() => []),
};
const joined = (
  best: readonly number[],
  behind: readonly number[],
  flags = {},
  sortBy: 'relevance' | 'recency' = 'relevance',
): readonly number[] | undefined => {
  const asked = contextOf(flags).flags;
  return poolCompany(sortBy, asked, () => true, catalogue)?.(best, (count) => behind.slice(0, count));
};

it('keeps three quarters of a pool for what is no commit, found within as many places again', () => {
  expect(joined([1, 100, 101, 102], [103, 2, 104, 3, 4])).toEqual([2, 3]);
  expect(joined([100, 101, 102, 103], [2, 3, 4, 5, 6])).toEqual([2, 3, 4]);
  expect(joined([100, 101, 102, 103], [104, 105, 106, 107, 2])).toEqual([]);
});

it('adds nothing where enough is in, and asks for nothing then', () => {
  const { flags } = contextOf();
  const fail = () => {
    throw new Error('asked');
  };
  expect(poolCompany('relevance', flags, () => true, catalogue)?.([1, 2, 3, 100], fail)).toEqual([]);
});

it('is left to the profile, and is for relevance alone', () => {
  expect(joined([100, 101], [1, 2], { history_weight: 0 })).toEqual([]);
  expect(joined([100, 101], [1, 2], { history_weight: 0, series_weight: 0 })).toBeUndefined();
  expect(joined([100, 101], [1, 2], {}, 'recency')).toBeUndefined();
});
