import { expect, it, onTestFinished } from 'vitest';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { withClient } from '../../extension/service/team/teamConnection.ts';
import { parseTeamUrl } from '../../extension/service/team/teamUrl.ts';
import { openPalace, temporaryFolder } from '../fixtures/palaces/temporaryPalace.ts';
import { connectorInMemory } from '../fixtures/team/connectorInMemory.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';
import { startSwitchedLine } from '../fixtures/team/switchedLine.ts';
import { teamOfAda } from '../fixtures/team/teamOfAda.ts';

/** So long that no test sees an answer given up. */
const patience = { connecting: 3_600_000, answering: 3_600_000 };

/** Ada's palace, connected over a line that a test can silence. */
const palaceOverLine = async () => {
  const team = await teamOfAda();
  const url = new URL(team.urlOf('ada'));
  const line = await startSwitchedLine(Number(url.port));
  onTestFinished(() => line.cut());
  url.port = String(line.port);
  const palace = await openPalace({
    folder: temporaryFolder(),
    team: connectorInMemory((address, password) =>
      Promise.resolve({ server: new PostgresTeamServer(address, password, patience), shown: address }),
    ),
  });
  await palace.teamConnect({ url: url.href, password: null });
  // Until it hears notices, too, over a connection of their own.
  await expect
    .poll(() =>
      runSql(
        team.url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%'`,
      ),
    )
    .toHaveLength(1);
  await palace.teamExchange({});
  return { team, line, palace };
};

it('a palace closes while its team’s server, reached a moment ago, is silent', async () => {
  const { line, palace } = await palaceOverLine();
  line.silence();
  let isClosed = false;
  void palace.close().then(() => (isClosed = true));
  await expect.poll(() => isClosed).toBe(true);
});

it('a call that begins at the moment in which its server is left is cancelled', async () => {
  const team = await teamOfAda();
  const server = new PostgresTeamServer(team.urlOf('ada'), null, patience);
  const palace = { id: 'aa'.repeat(8), name: 'quay' };
  await server.hello(palace);
  // The connection is idle now: the call asks for it, and does not have it yet.
  let thrown: unknown;
  void server.hello(palace).catch((error: unknown) => (thrown = error));
  await server.close();
  await expect.poll(() => thrown).toMatchObject({ code: 'E_CANCELLED' });
});

it.each(['begins', 'has begun'])('a palace closes while an exchange %s that nobody answers', async (when) => {
  const { line, palace } = await palaceOverLine();
  line.silence();
  const exchange = palace.teamExchange({}).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (when === 'has begun') await expect.poll(async () => (await palace.teamStatus({})).state).toBe('exchanging');
  let isClosed = false;
  void palace.close().then(() => (isClosed = true));
  await expect.poll(() => isClosed).toBe(true);
  expect(await exchange).toMatchObject({ code: 'E_CANCELLED' });
});

it.each(['rests', 'exchanges'])(
  'a palace that %s leaves its team while the team’s server is silent',
  async (when) => {
    const { line, palace } = await palaceOverLine();
    line.silence();
    const exchange = when === 'exchanges' ? palace.teamExchange({}).catch((thrown: unknown) => thrown) : null;
    if (exchange !== null) await expect.poll(async () => (await palace.teamStatus({})).state).toBe('exchanging');
    let left: unknown = null;
    void palace.teamLeave({}).then((answer) => (left = answer));
    await expect.poll(() => left).toEqual({ warnings: [expect.stringMatching(/^The team could not be told: /)] });
    expect(await palace.teamStatus({})).toMatchObject({ state: 'none', wings: [] });
    if (exchange !== null) expect(await exchange).toMatchObject({ code: 'E_CANCELLED' });
  },
);

it('what an administrator has done is told although the server says no goodbye', async () => {
  const team = await teamOfAda();
  const url = new URL(team.url);
  const line = await startSwitchedLine(Number(url.port));
  onTestFinished(() => line.cut());
  url.port = String(line.port);
  const done = await withClient(parseTeamUrl(url.href), null, async (client) => {
    const { rows } = await client.query<{ one: number }>('SELECT 1 AS one');
    line.silence();
    return rows;
  });
  expect(done).toEqual([{ one: 1 }]);
});
