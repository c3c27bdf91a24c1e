import { expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { linkedAndMerged } from '../../../../fixtures/palaces/linkedPalaces.ts';

const commit = (id: string, text: string, minute: number, repository: string) => ({
  id,
  text,
  wing: 'quay',
  room: 'commits',
  type: 'git_commit',
  source_file: repository,
  filed_at: new Date(Date.UTC(2026, 2, 4, 10, minute)).toISOString(),
});
/** Each fits better than a short commit, and all of them are more than a pool holds. */
const others = (repository: string) =>
  Array.from({ length: 150 }, (_, n) =>
    commit(`${repository}-${n}`, `Paint the harbour crane, part ${n}`, 10_000 + 200 * n, repository),
  );
const here = [
  ...others('here'),
  commit('second', 'Grease the harbour crane on Mondays', 0, 'here'),
  commit('secondNote', 'Add a note', 10, 'here'),
  commit('alone', 'Fix typos', 5_000, 'here'),
];
const there = [
  ...others('there'),
  commit('best', 'Grease the harbour crane and its winch on Mondays', 1, 'there'),
  commit('bestNote', 'Add the change note', 13, 'there'),
  commit('late', 'Bump versions', 90, 'there'),
];

it('short commits beside the best match are found across linked palaces as within one palace', async () => {
  const { own, merged, close } = await linkedAndMerged(here, there);
  const found = async (palace: Palace) => {
    const { results, pipeline_trace: trace } = await palace.search({
      query: 'grease the winch of the harbour crane on Mondays',
      explain: true,
      dry_run: true,
    });
    return {
      candidates: trace.total_candidates_in,
      hits: results.map(({ text, score, score_events: events }) => ({
        text,
        score,
        events: events?.map(({ phase, delta }) => ({ phase, delta })),
      })),
    };
  };
  const expected = await found(merged);
  expect(expected.candidates).toBeGreaterThan(101);
  expect(expected.hits[1]).toMatchObject({
    text: 'Add the change note',
    events: expect.arrayContaining([expect.objectContaining({ phase: 'series' })]),
  });
  expect(await found(own)).toEqual(expected);
  await close();
});

it('a commit beside the best match that has neither a word of the query nor a vector counts as one palace counts it', async () => {
  // A drawer with a secret is never embedded.
  const token = ['ghp', 'x7Kq2Rm9Tz4Wb8Nc3Vf6Yh1Jd5Gs0Lp7Qa2E'].join('_');
  const { own, merged, close } = await linkedAndMerged(
    [
      commit('best', 'Grease the harbour crane and its winch', 0, 'here'),
      commit('secret', `Rotate ${token}`, 10, 'here'),
    ],
    [commit('there', 'Paint the lighthouse', 0, 'there')],
  );
  const found = async (palace: Palace) => {
    const { results } = await palace.search({ query: 'grease the winch', explain: true, dry_run: true });
    return results.map(({ text, score }) => ({ text, score }));
  };
  const expected = await found(merged);
  expect(expected).toHaveLength(3);
  expect(await found(own)).toEqual(expected);
  await close();
});
