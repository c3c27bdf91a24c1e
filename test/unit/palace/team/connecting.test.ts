import { expect, it, onTestFinished } from 'vitest';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { connectorInMemory } from '../../../fixtures/team/connectorInMemory.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('the views hear that a palace is connected, also if the first exchange then fails', async () => {
  const server = new MemoryTeam().connect('ada');
  const greet = server.hello.bind(server);
  let greetings = 0;
  /** Of the latest event by which views read again: when it came, and whether the palace was connected. */
  let seen = { at: Infinity, isConnected: false };
  server.hello = async (self) => {
    greetings += 1;
    // Of the exchange that connecting begins with; the next one succeeds, and has nothing to tell.
    if (greetings === 2) throw new PalaceError('E_TEAM_UNREACHABLE', 'The server went away.');
    // A server that takes its time: the views have heard of all that is committed before the palace is connected.
    if (greetings === 1) await expect.poll(() => performance.now() - seen.at).toBeGreaterThan(400);
    return greet(self);
  };
  const connector = connectorInMemory(() => Promise.resolve({ server, shown: 'postgresql://db/memory' }));
  const palace = await openPalace({
    folder: temporaryFolder(),
    onEvent: (event) => {
      if (event.kind === 'changed') seen = { at: performance.now(), isConnected: connector.saved() !== null };
    },
    team: connector,
  });
  onTestFinished(() => palace.close());

  await expect(palace.teamConnect({ url: 'postgresql://db/memory', password: null })).rejects.toMatchObject({
    code: 'E_TEAM_UNREACHABLE',
  });
  await expect.poll(() => seen.isConnected).toBe(true);
  await expect.poll(async () => (await palace.teamStatus({})).state).toBe('resting');
});
