import path from 'node:path';
import { expect, it } from 'vitest';
import { wantedTags } from '../../../../../extension/palace/contract/search/meantSearch.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

const harborPalace = async () => {
  const palace = await openPalace({ folder: path.join(temporaryFolder(), 'palace') });
  await palace.save({
    text: 'The crane waits.',
    wing: 'harbor',
    room: 'docs',
    type: 'decision',
    tags: ['Tide table'],
  });
  return palace;
};

it('tags are looked up only for a search that found nothing and was for one', async () => {
  const palace = await harborPalace();
  const tagsFor = async (query: string) => wantedTags({ query }, await palace.search({ query }), palace);
  expect(await tagsFor('crane tag:tied')).toEqual(['Tide table']);
  expect(await wantedTags({ query: 'x', filter: { tag: ['tied'] } }, { results: [] }, palace)).toHaveLength(1);
  expect(await tagsFor('crane wing:nowhere')).toBeUndefined();
  expect(await tagsFor('crane tag:"tide table"')).toBeUndefined();
  await palace.close();
});
