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
  await palace.close();
});
