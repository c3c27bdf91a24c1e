import { expect, it, onTestFinished } from 'vitest';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { connectorInMemory } from '../../../fixtures/team/connectorInMemory.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const palaceOf = async (team: MemoryTeam, name: string, said: string[] = []): Promise<Palace> => {
  const palace = await openPalace({
    folder: temporaryFolder(),
    onEvent: (event) => {
      if (event.kind === 'log' && event.message.startsWith('Team: ')) said.push(event.message);
    },
    team: connectorInMemory(() =>
      Promise.resolve({ server: team.connect(name), shown: 'postgresql://db/memory' }),
    ),
  });
  onTestFinished(() => palace.close());
  await palace.teamConnect({ url: 'postgresql://db/memory', password: null });
  return palace;
};

/** Ben writes to two wings that Ada owns, and has taken both. */
const teamOfTwoWings = async () => {
  const team = new MemoryTeam();
  for (const wing of ['docks', 'harbor']) {
    team.invite('ada', wing, 'owner');
    team.invite('ben', wing, 'writer');
  }
  const said: string[] = [];
  const [ada, ben] = [await palaceOf(team, 'ada'), await palaceOf(team, 'ben', said)];
  for (const wing of ['docks', 'harbor']) {
    await ada.save({ type: 'decision', text: `The ${wing} close at nine.`, wing });
    await ada.teamShare({ wing });
    await ben.teamExchange({ wing });
  }
  return { team, ada, ben, said };
};

it('a right that was taken away ends the exchange of that wing alone, and the status says so', async () => {
  const { team, ada, ben, said } = await teamOfTwoWings();
  team.withdraw('ben', 'docks');
  const note = await ada.save({ type: 'decision', text: 'Berth 7 is closed.', wing: 'harbor' });
  await ada.teamExchange({});
  const own = await ben.save({ type: 'insight', text: 'Ben stays here.', wing: 'docks' });

  // It is said once; the status goes on saying it.
  for (let round = 0; round < 2; round++) await ben.teamExchange({});
  expect(said).toEqual([
    'Team: You have no right to the wing docks any more. What is here of it stays; nothing of it is exchanged.',
  ]);
  expect((await ben.show({ drawer_id: note.drawer_id ?? '' })).text).toBe('Berth 7 is closed.');
  expect((await ben.show({ drawer_id: own.drawer_id ?? '' })).text).toBe('Ben stays here.');
  expect(team.everything()).not.toContain('Ben stays here.');
  const status = await ben.teamStatus({});
  expect(status).toMatchObject({ problem: null, waiting: 0 });
  expect(status.wings.map(({ wing, right_there: there }) => [wing, there])).toEqual([
    ['docks', null],
    ['harbor', 'writer'],
  ]);
  await expect(ben.teamExchange({ wing: 'docks' })).rejects.toMatchObject({
    code: 'E_TEAM_RIGHT',
    message: 'You have no right to the wing docks any more.',
  });
});

it('a writer who may only read from now on is told that their changes stay in their palace', async () => {
  const { team, ben, said } = await teamOfTwoWings();
  team.invite('ben', 'docks', 'reader');
  await ben.save({ type: 'insight', text: 'Ben stays here.', wing: 'docks' });
  for (let round = 0; round < 2; round++) await ben.teamExchange({});
  expect(said).toEqual([
    'Team: You may only read the wing docks from now on. What you change in it stays in this palace.',
  ]);
  expect(team.everything()).not.toContain('Ben stays here.');
  team.invite('ben', 'docks', 'writer');
  await ben.teamExchange({});
  // What was filed here meanwhile is shared by the person, not by the server.
  expect((await ben.teamStatus({})).wings[0]).toMatchObject({ right: 'reader', right_there: 'writer' });
});
