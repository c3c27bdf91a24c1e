import { expect, it } from 'vitest';
import { drawerOf, minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

it('a search tells how many drawers it leaves out as replaced, and lists them where asked to', async () => {
  const { palace } = await minedPalace();
  const [older, newer] = [await drawerOf(palace, 'docs/tokens.md'), await drawerOf(palace, 'docs/recovery.md')];
  await palace.update({ drawer_ids: [older], superseded_by: newer });
  const query = 'token rotate crash log replayed';
  const search = (action: string) => palace.search({ query, k: 30, overrides: { supersede_action: action } });
  const [left, shown] = [await search('filter'), await search('demote')];
  expect(left.replaced_left_out).toBe(1);
  expect(left.results.some(({ drawer_id: id }) => id === older)).toBe(false);
  expect(shown).not.toHaveProperty('replaced_left_out');
  expect(shown.results.some(({ drawer_id: id }) => id === older)).toBe(true);

  // A profile that doesn't look for it moves nothing, but says what somebody marked.
  const skipping = () => palace.search({ query, k: 30, overrides: { supersede_filter_enabled: false } });
  const told = await skipping();
  await palace.update({ drawer_ids: [older], superseded_by: null });
  const untold = await skipping();
  expect(told.results.map(({ drawer_id: id, score }) => [id, score])).toEqual(
    untold.results.map(({ drawer_id: id, score }) => [id, score]),
  );
  const of = ({ results }: typeof told) => results.find(({ drawer_id: id }) => id === older);
  expect(of(told)).toMatchObject({
    replaced_by: { drawer_id: newer, title: 'docs/recovery.md:1–3', marked: true },
    annotations: expect.arrayContaining([`[SUPERSEDED] replaced by ${newer} (marked as replaced)`]),
  });
  expect(of(untold)).not.toHaveProperty('replaced_by');
  await palace.close();
});
