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

it('a dry run proposes no summary of what would be archived, like the run itself', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const stay: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    const { drawer_id: id } = await palace.save({
      text: `The lamp of the pier fails in fog because of the salt, seen in run ${number}.`,
      type: 'insight',
      ...(number === 4 ? { tier: 'ephemeral' as const } : {}),
    });
    if (number < 4) stay.push(id ?? '');
  }
  await palace.noteChecks({ wait: true });
  now = new Date('2026-03-09T00:00:00Z');
  const said = await palace.maintain({ dry_run: true });
  expect(said.counts).toMatchObject({ archived: 1 });
  expect(said.consolidation_candidates.map(({ drawer_ids: ids }) => ids.toSorted())).toEqual([stay.toSorted()]);
  expect((await palace.maintain({})).consolidation_candidates).toEqual(said.consolidation_candidates);
  await palace.close();
});

it('a long note ages as a whole: a use or a pin of one part keeps all of them, and the plan counts them', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const text = 'The parser is half done, and its mooring lines are listed here.\n'.repeat(200);
  const { drawer_id: id } = await palace.save({ text, type: 'progress' });
  const { drawer_ids: parts } = await palace.noteText({ drawer_id: id ?? '' });
  const at = (time: string) => (now = new Date(time));
  at('2026-03-05T12:00:00Z');
  await palace.recordAccess({ drawer_ids: [parts[1] ?? ''], session_id: 's', kind: 'opened' });
  at('2026-03-09T12:00:00Z');
  expect((await palace.maintain({})).changes).toEqual([]);
  at('2026-03-12T13:00:00Z');
  await palace.update({ drawer_ids: [parts[2] ?? ''], pinned: true });
  expect((await palace.maintain({})).changes).toEqual([]);
  await palace.update({ drawer_ids: [parts[2] ?? ''], pinned: false });
  const said = await palace.maintain({ dry_run: true });
  expect(said.changes).toEqual(
    parts.toSorted().map((part) => ({
      drawer_id: part,
      change: 'archived',
      from: 'ephemeral',
      to: 'archive',
      reason: `ephemeral, not accessed for 7 days (limit 7); all ${parts.length} parts of its note`,
    })),
  );
  expect((await palace.maintain({})).changes).toEqual(said.changes);
  await palace.close();
});
