import path from 'node:path';
import { expect, it } from 'vitest';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

it('a palace that was just opened has its vectors for the first call that needs them; words need none', async () => {
  const folder = path.join(temporaryFolder(), 'palace');
  const before = await openPalace({ folder });
  for (const text of ['Refresh tokens rotate on every use.', 'A token that was used rotates.', 'The tide turns.'])
    await before.save({ text, type: 'insight' });
  await before.rebuildEmbeddings({});
  const asked = await before.search({ query: 'tokens rotate' });
  const { results } = await before.similar({ drawer_id: asked.results[0]?.drawer_id ?? '' });
  await before.close();
  expect(results).not.toEqual([]);

  const palace = await openPalace({ folder });
  const [words, similar] = await Promise.all([
    palace.search({ query: 'tokens rotate', words_only: true }),
    palace.similar({ drawer_id: asked.results[0]?.drawer_id ?? '' }),
  ]);
  expect(similar.results).toEqual(results);
  expect(words.results.map(({ text }) => text).sort()).toEqual(
    asked.results
      .map(({ text }) => text)
      .sort()
      .filter((text) => text.includes('token')),
  );
  await palace.close();
});
