import { onTestFinished } from 'vitest';
import { drawerLaws } from '../../../fixtures/team/drawerLaws.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

drawerLaws('in a palace', async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  onTestFinished(() => palace.close());
  return {
    writer: palace,
    find: async (query, filter = {}) =>
      (await palace.search({ query, filter: { ...filter, exclude_sensitive: true }, dry_run: true })).results.map(
        ({ drawer_id: id }) => id,
      ),
    drawer: (id) => palace.show({ drawer_id: id }),
    count: async () => (await palace.status({})).drawers.by_wing['docs'] ?? 0,
  };
});
