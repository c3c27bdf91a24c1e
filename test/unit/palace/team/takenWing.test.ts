import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { connectorInMemory } from '../../../fixtures/team/connectorInMemory.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('pulling a wing reports how many drawers came, even if another exchange is waiting', async () => {
  const team = new MemoryTeam();
  const palaceOf = async (name: string) => {
    team.invite(name, 'harbor', name === 'ada' ? 'owner' : 'reader');
    const palace = await openPalace({
      folder: temporaryFolder(),
      team: connectorInMemory(() => {
        const server = team.connect(name);
        const hello = server.hello.bind(server);
        // Long enough for whatever else the palace does meanwhile.
        server.hello = async (palace) => {
          for (let turn = 0; turn < 50; turn++) await setImmediate();
          return hello(palace);
        };
        return Promise.resolve({ server, shown: 'postgresql://db/memory' });
      }),
    });
    onTestFinished(() => palace.close());
    await palace.teamConnect({ url: 'postgresql://db/memory', password: null });
    return palace;
  };
  const ada = await palaceOf('ada');
  await ada.save({ type: 'decision', text: 'The crane is inspected in March.', wing: 'harbor' });
  // A drawer that is embedded after it was sent is sent again, with its vector.
  await expect.poll(async () => (await ada.status({})).embeddings).toMatchObject({ done: 1, pending: 0 });
  await ada.teamShare({ wing: 'harbor' });
  const ben = await palaceOf('ben');
  const [taken, beside] = await Promise.all([ben.teamExchange({ wing: 'harbor' }), ben.teamExchange({})]);
  expect([taken.pulled, beside.pulled]).toEqual([1, 0]);
});
