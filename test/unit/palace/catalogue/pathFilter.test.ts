import { expect, it } from 'vitest';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

it('a path is found however its accents are encoded, in the query and on disk', async () => {
  const names = ['docs/häfen.md', 'docs/ÉTÉ.md'];
  for (const onDisk of ['NFC', 'NFD'])
    for (const typed of ['NFC', 'NFD']) {
      const files = Object.fromEntries(names.map((name) => [name.normalize(onDisk), '# Quay\n\nA quiet berth.\n']));
      const { palace } = await minedPalace({}, files);
      for (const part of ['häfen', 'été']) {
        const { drawers } = await palace.list({ filter: { path: part.normalize(typed) } });
        expect([onDisk, typed, part, drawers.length]).toEqual([onDisk, typed, part, 1]);
      }
      await palace.close();
    }
});
