import { expect, it } from 'vitest';
import { palaceWith, saved } from '../../../../fixtures/palaces/notePalace.ts';

it('a search that finds little counts the archived drawers that match, without earlier texts of what is there', async () => {
  const { palace } = await palaceWith({ mined: false });
  await saved(palace);
  const forgotten = await saved(palace, { text: 'The quay’s crane is greased on Mondays.', wing: 'harbor' });
  const again = await saved(palace, { text: 'The quay’s crane is painted in May.' });
  const secret = await saved(palace, { text: 'The quay’s crane opens with 4711.', sensitive: true });
  const matches = async (query: string, request = {}) =>
    (await palace.search({ query, words_only: true, ...request })).archived_matches;
  expect(await matches('quay crane')).toBeUndefined();

  await palace.editNote({ drawer_id: again, text: 'The quay’s crane is painted in June.' });
  expect(await matches('quay crane painted May')).toBeUndefined();

  await palace.update({ drawer_ids: [forgotten, secret], archived: true });
  expect(await matches('quay crane')).toBe(2);
  expect(await matches('quay crane greased')).toBe(2);
  expect(await matches('when was the crane greased')).toBe(1);
  expect(await matches('gateway tokens rotated quay')).toBeUndefined();
  // What the query and the filter leave out is not counted either.
  expect(await matches('crane "greased on mondays"')).toBe(1);
  expect(await matches('crane "mondays on greased"')).toBeUndefined();
  expect(await matches('crane -greased')).toBe(1);
  expect(await matches('crane wing:harbor')).toBe(1);
  expect(await matches('crane', { filter: { exclude_sensitive: true } })).toBe(1);
  expect(await matches('crane', { filter: { include_archived: true } })).toBeUndefined();
  // Who asked for one and got it misses nothing.
  expect(await matches('crane painted', { k: 1 })).toBeUndefined();
  await palace.close();
});
