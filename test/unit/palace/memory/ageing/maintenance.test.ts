import { expect, it } from 'vitest';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

it('a drawer that was used yesterday stays, although the clock was set back and it was used again', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const { drawer_id: id } = await palace.save({ text: 'The parser is half done', type: 'progress' });
  const open = (session: string, at: string) => {
    now = new Date(at);
    return palace.recordAccess({ drawer_ids: [id ?? ''], session_id: session, kind: 'opened' });
  };
  await open('s1', '2026-03-20T12:00:00Z');
  await open('s2', '2001-01-01T00:00:00Z');
  now = new Date('2026-03-21T12:00:00Z');
  expect(await palace.show({ drawer_id: id ?? '' })).toMatchObject({
    access_count: 2,
    last_accessed: '2026-03-20T12:00:00.000Z',
  });
  expect((await palace.maintain({})).changes).toEqual([]);
  await palace.close();
});
