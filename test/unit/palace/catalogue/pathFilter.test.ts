import { expect, it } from 'vitest';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

it('a path is found however its accents are encoded, in the query and on disk', async () => {
  const names = ['docs/häfen.md', 'docs/ÉTÉ.md'];
  for (const onDisk of ['NFC', 'NFD'])
    for (const typed of ['NFC', 'NFD']) {
      const files = Object.fromEntries(
        names.map((name) => [name.normalize(onDisk), '# Quay\n\nA quiet berth.\n']),
      );
      const { palace } = await minedPalace({}, files);
      for (const part of ['häfen', 'été']) {
        const filter = { path: part.normalize(typed) };
        const { results } = await palace.search({ query: 'berth', filter, words_only: true });
        const { drawers } = await palace.list({ filter });
        const found = [results.length, drawers.length];
        expect([onDisk, typed, part, found]).toEqual([onDisk, typed, part, [1, 1]]);
      }
      await palace.close();
    }
});
