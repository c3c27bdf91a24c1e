import { expect, it } from 'vitest';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

it('what somebody has moved since stays where it is, also in the tier that maintenance had chosen', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const save = async (text: string) => (await palace.save({ text, type: 'issue' })).drawer_id ?? '';
  const [moved, left] = [await save('Uploads stall on Mondays'), await save('The crane squeaks in the cold')];
  now = new Date('2026-04-20T12:00:00Z');
  const { batch, counts } = await palace.maintain({});
  expect(counts).toMatchObject({ demoted: 2 });
  now = new Date('2026-04-21T12:00:00Z');
  await palace.update({ drawer_ids: [moved], tier: 'longterm' });
  await palace.update({ drawer_ids: [moved], tier: 'ephemeral' });
  expect((await palace.moves({})).batches).toMatchObject([{ batch, demoted: 1, drawers: [{ drawer_id: left }] }]);
  expect(await palace.restore({ batch: batch ?? '' })).toMatchObject({ restored: [], moved_back: [left] });
  expect(await palace.show({ drawer_id: moved })).toMatchObject({ tier: 'ephemeral' });
  expect(await palace.show({ drawer_id: left })).toMatchObject({ tier: 'working' });
  expect((await palace.moves({})).batches).toEqual([]);
  await palace.close();
});

it('a batch whose drawers a later one has moved on names that one', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const { drawer_id: id } = await palace.save({ text: 'Uploads stall on Mondays', type: 'issue' });
  const maintainAt = async (at: string): Promise<string> => {
    now = new Date(at);
    return (await palace.maintain({})).batch ?? '';
  };
  const demoted = await maintainAt('2026-04-20T12:00:00Z');
  const archived = await maintainAt('2026-07-15T12:00:00Z');
  expect(await palace.show({ drawer_id: id ?? '' })).toMatchObject({ archived: true });
  await expect(palace.restore({ batch: demoted })).rejects.toMatchObject({
    code: 'E_USAGE',
    message: `A later batch, ${archived}, has moved the drawers of the batch “${demoted}” on.`,
    remedy: `Take that one back: restore --batch ${archived}.`,
  });
  expect(await palace.restore({ batch: archived })).toMatchObject({ restored: [id] });
  // Taken back twice: the batch before it is no later one.
  await expect(palace.restore({ batch: archived })).rejects.toMatchObject({
    message: `The archive has nothing of the batch “${archived}”.`,
  });
  expect(await palace.restore({ batch: demoted })).toMatchObject({ moved_back: [id] });
  await palace.close();
});
