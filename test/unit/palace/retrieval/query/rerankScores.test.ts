import { expect, it } from 'vitest';
import type { Reranker } from '../../../../../extension/palace/embedding/reranker.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import type { SearchOptions } from '../../../../../extension/palace/retrieval/query/searchRequest.ts';
import { rerankScores } from '../../../../../extension/palace/retrieval/query/rerankScores.ts';
import { candidate, contextOf } from '../../../../fixtures/candidates.ts';

const options = (flags = {}, rest: Partial<SearchOptions> = {}): SearchOptions => ({
  query: 'crane',
  profile: { name: 'default', flags: contextOf({ rerank_enabled: true, ...flags }).flags, sources: {} },
  filter: {},
  k: 10,
  sortBy: 'relevance',
  explain: false,
  candidateTrace: false,
  dryRun: false,
  replay: false,
  wordsOnly: false,
  ...rest,
});
const pool = Array.from({ length: 30 }, (_, i) =>
  candidate({ id: `d${i}`, slot: i, text: `text ${i}`, sensitive: i === 1 }),
);
const reranker = (score: Reranker['score'], ready: Reranker['ready'] = () => Promise.resolve()): Reranker => ({
  ready,
  score,
  dispose: () => undefined,
});
const lengths: Reranker['score'] = (_, texts) => Promise.resolve(texts.map((text) => text.length));

it('a cross-encoder judges the first candidates, no sensitive ones, and only if the profile and the order ask for it', async () => {
  const { scores, warning } = await rerankScores('crane', pool, options(), { reranker: reranker(lengths) });
  expect(warning).toBeNull();
  expect(scores?.map(({ id }) => id)).toEqual(
    pool
      .filter((_, i) => i !== 1)
      .slice(0, 20)
      .map(({ entry }) => entry.id),
  );
  for (const none of [
    options({ rerank_enabled: false }),
    options({}, { sortBy: 'recency' }),
    options({}, { wordsOnly: true }),
  ])
    expect(await rerankScores('crane', pool, none, { reranker: reranker(lengths) })).toEqual({ warning: null });
});

it('the fused order stays, with a warning, if the time is over, or the model fails or is missing', async () => {
  const never: Reranker['score'] = (_, __, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new PalaceError('E_CANCELLED', 'stopped')));
    });
  const told = async (given: Reranker | null, flags = {}): Promise<string | null> => {
    const { scores, warning } = await rerankScores('crane', pool, options(flags), { reranker: given });
    expect(scores).toBeUndefined();
    return warning;
  };
  expect(await told(reranker(never), { rerank_budget_ms: 5 })).toContain('more than 5 ms');
  expect(await told(reranker(() => Promise.reject(new PalaceError('E_RERANKER', 'It broke.'))))).toContain(
    'It broke.',
  );
  for (const odd of [NaN, Infinity])
    expect(
      await told(reranker((_, texts) => Promise.resolve(texts.map((__, i) => (i === 3 ? odd : i))))),
    ).toContain('did not give every text a usable score');
  expect(await told(reranker(() => Promise.resolve([1])))).toContain('did not give every text a usable score');
  const missing = (): Promise<void> => Promise.reject(new PalaceError('E_MODEL_MISSING', 'No file.'));
  expect(await told(reranker(lengths, missing))).toContain('No file.');
  expect(await told(null)).toContain('reranker_folder');
});
