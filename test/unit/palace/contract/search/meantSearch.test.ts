import path from 'node:path';
import { expect, it } from 'vitest';
import type { FilterRequest } from '../../../../../extension/palace/contract/search/drawerFilterSchema.ts';
import { meantBySearch, wantedTags } from '../../../../../extension/palace/contract/search/meantSearch.ts';
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

it('what was meant is said for the conditions of a query and of a filter, where nothing was found', async () => {
  const palace = await harborPalace();
  const meant = async (query: string, filter: FilterRequest = {}) =>
    meantBySearch({ query, filter }, await palace.search({ query, filter }), palace);
  expect(await meant('crane wing:harbour')).toEqual(['wing:harbor']);
  expect(await meant('crane', { wing: ['harbour'], room: ['dcos'] })).toEqual(['wing:harbor', 'room:docs']);
  expect(await meant('crane wing:harbour', { wing: ['harbour'] })).toEqual(['wing:harbor']);
  expect(await meant('crane', { tag: ['tied'] })).toEqual([]);
  expect(await meant('crane', { tag: ['tide'] })).toEqual(['tag:"Tide table"']);
  expect(await meant('crane', { wing: ['harbour', 'quay'] })).toEqual([]);
  expect(await meant('crane wing:harbor')).toEqual([]);
  await palace.close();
});
