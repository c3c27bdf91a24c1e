import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { OutgoingChange } from '../../../../extension/palace/team/teamServer.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { connectorInMemory } from '../../../fixtures/team/connectorInMemory.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';

const lengthOf = ({ field, value }: OutgoingChange): number => (field === 'add' ? value.text.length : 0);

it('texts that are too long to be sent together are sent one after the other, and all arrive', async () => {
  const team = new MemoryTeam();
  team.invite('ada', 'harbor', 'owner');
  const pushes: number[][] = [];
  const palace = await openPalace({
    folder: temporaryFolder(),
    team: connectorInMemory(() => {
      const server = team.connect('ada');
      const push = server.push.bind(server);
      server.push = (from, changes) => {
        pushes.push(changes.map(lengthOf));
        return push(from, changes);
      };
      return Promise.resolve({ server, shown: 'postgresql://db/memory' });
    }),
  });
  onTestFinished(() => palace.close());
  const lengths = [4_100_000, 10, 12];
  const file = path.join(temporaryFolder(), 'long.jsonl');
  const lines = lengths.map((length, i) =>
    JSON.stringify({ text: `${i}\n`.repeat(length / 2), wing: 'harbor', room: 'berth' }),
  );
  writeFileSync(file, lines.join('\n'));
  expect(await palace.importDrawers({ file })).toMatchObject({ added: lengths.length });
  await palace.teamConnect({ url: 'postgresql://db/memory', password: null });
  await palace.teamShare({ wing: 'harbor' });
  const sent = pushes.map((push) => push.filter((length) => length > 0)).filter((push) => push.length > 0);
  expect(sent).toEqual([[4_100_000], [10, 12]]);
  expect(Object.keys(team.holdings('harbor'))).toHaveLength(lengths.length);
  expect((await palace.teamStatus({})).waiting).toBe(0);
});

it('no text is read for a push that it does not fit into', async () => {
  const team = new MemoryTeam();
  team.invite('ada', 'harbor', 'owner');
  const folder = path.join(temporaryFolder(), 'palace');
  const ada = await new TeamPlayer(folder, 'ada', () => new Date('2026-03-01T12:00:00.000Z')).open();
  onTestFinished(() => ada.close());
  await ada.share('harbor');
  const ids: string[] = [];
  for (const berth of [1, 2, 3, 4, 5]) ids.push(await ada.save(`Berth ${berth} is closed.`));
  vi.spyOn(ada.store.read.team, 'textBytes').mockReturnValue(new Map(ids.map((id) => [id, 2_000_000])));
  const reads = vi.spyOn(ada.store.read, 'wholeDrawers');
  expect(await ada.sync(team.connect('ada'))).toMatchObject({ pushed: ids.length });
  expect(reads.mock.calls.map(([of]) => of)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});
