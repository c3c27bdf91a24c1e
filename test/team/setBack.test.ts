import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { loginOf } from '../fixtures/team/memberAt.ts';
import { palaceAt } from '../fixtures/team/palaceAt.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';
import { TeamPlayer } from '../fixtures/team/teamPlayer.ts';
import { temporaryFolder } from '../fixtures/palaces/temporaryPalace.ts';

/** What `docs/team-server.md` says for a backup: dumps the schema, or replaces it by a dump. */
const psql = (program: 'pg_dump' | 'psql', url: string, words: readonly string[], input = ''): string => {
  const { status, stdout, stderr } = spawnSync(
    path.join(inject('postgresUnderTest').programs, program),
    [...words, url],
    { encoding: 'utf8', input, maxBuffer: 2 ** 27 },
  );
  expect([status, stderr.replaceAll(/^(?:NOTICE|DETAIL|drop cascades|and \d+ other).*\n?/gm, '')]).toEqual([
    0,
    '',
  ]);
  return stdout;
};

/** As an administrator does while members exchange: where PostgreSQL ends one of two that wait for each other, again. */
const amongMembers = async (url: string, sql: string): Promise<void> => {
  for (;;) {
    try {
      await runSql(url, sql);
      return;
    } catch (thrown) {
      if (!(thrown instanceof pg.DatabaseError) || thrown.code !== deadlockDetected) throw thrown;
    }
  }
};
const deadlockDetected = '40P01';

it('palaces notice a server that was restored from a backup; following the documentation brings everything back', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  await team.invite('ben', 'plans', 'reader');
  const [ada, ben] = [await palaceAt(loginOf(team, 'ada')), await palaceAt(loginOf(team, 'ben'))];
  const save = (text: string) => ada.save({ type: 'decision', text, wing: 'plans' });
  await save('The crane is inspected in March.');
  await ada.teamShare({ wing: 'plans' });
  await ben.teamExchange({ wing: 'plans' });
  const backup = psql('pg_dump', team.url, ['--schema=synapse_palace']);

  await save('Berth seven is closed until May.');
  await ada.teamExchange({});
  await ben.teamExchange({});
  await amongMembers(team.url, 'DROP SCHEMA synapse_palace CASCADE');
  psql('psql', team.url, ['--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1'], backup);

  for (const palace of [ada, ben]) {
    const noticed = {
      code: 'E_TEAM',
      message: expect.stringMatching(/^The team’s server has gone back to an older state: [^\n]+\.$/),
      remedy: expect.stringMatching(/^All of it is still here\. [^\n]+\.$/),
    };
    await expect(palace.teamExchange({})).rejects.toMatchObject(noticed);
    // Another exchange may be under way, by itself.
    await expect
      .poll(() => palace.teamStatus({}))
      .toMatchObject({ state: 'refused', problem: expect.stringMatching(/older state/) });
    expect((await palace.list({ filter: { wing: ['plans'] } })).drawers).toHaveLength(2);
  }
  for (const [palace, name] of [
    [ada, 'ada'],
    [ben, 'ben'],
  ] as const) {
    await palace.teamLeave({});
    await palace.teamConnect(loginOf(team, name));
    if (name === 'ada') await palace.teamShare({ wing: 'plans' });
    else await palace.teamExchange({ wing: 'plans' });
    await expect.poll(() => palace.teamStatus({})).toMatchObject({ state: 'resting', wings: [{ drawers: 2 }] });
  }
});

it('palaces notice a server that was set up again from scratch', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  const ada = await palaceAt(loginOf(team, 'ada'));
  await ada.save({ type: 'decision', text: 'The crane is inspected in March.', wing: 'plans' });
  await ada.teamShare({ wing: 'plans' });
  await amongMembers(
    team.url,
    'TRUNCATE synapse_palace.changes, synapse_palace.drawers, synapse_palace.palaces CASCADE; UPDATE synapse_palace.teams SET last_seq = 0',
  );
  await expect(ada.teamExchange({})).rejects.toMatchObject({
    code: 'E_TEAM',
    message: expect.stringMatching(/older state/),
  });
});

it('whoever restored a palace takes its earlier ID out of the team as the documentation says', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  for (const name of ['ada', 'ben']) await team.invite(name, 'harbor', 'writer');
  const folder = path.join(temporaryFolder(), 'ada');
  const ada = await new TeamPlayer(folder, 'work', () => new Date('2026-03-01T12:00:00.000Z')).open();
  onTestFinished(() => ada.close());
  await ada.share('harbor', 'writer');
  const server = await team.connect('ada');
  await ada.sync(server);
  await ada.copyTo(`${folder}-copy`);
  await ada.save('Berth seven is closed until May.');
  await ada.sync(server);
  const earlier = ada.store.read.meta('team_palace') ?? '';
  await ada.restore(`${folder}-copy`);
  await ada.sync(server);

  const said = /```sql\n(.+)\n(.+)\n```/.exec(
    readFileSync(path.join(import.meta.dirname, '../../docs/team.md'), 'utf8'),
  );
  const [list = '', leave = ''] = said?.slice(1) ?? [];
  const takeOut = leave.replace('the earlier ID', earlier);
  const here = expect.objectContaining({ palace: ada.store.read.meta('team_palace') }) as unknown;
  const there = expect.objectContaining({ palace: earlier, name: 'work' }) as unknown;
  await runSql(team.urlOf('ben'), takeOut);
  expect(await runSql(team.urlOf('ada'), list)).toEqual([there, here]);
  await runSql(team.urlOf('ada'), takeOut);
  expect(await runSql(team.urlOf('ada'), list)).toEqual([here]);
  await ada.sync(server);
  expect(ada.live()).toHaveLength(1);
});

it('a palace notices it, too, if others have used the lost numbers again', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  const member = async (name: string) => {
    await team.invite(name, 'harbor', 'writer');
    const clock = (): Date => new Date('2026-03-01T12:00:00.000Z');
    const player = await new TeamPlayer(path.join(temporaryFolder(), name), name, clock).open();
    onTestFinished(() => player.close());
    await player.share('harbor', 'writer');
    const server = await team.connect(name);
    return { player, sync: () => player.sync(server) };
  };
  const [ada, ben, cyd] = [await member('ada'), await member('ben'), await member('cyd')];
  await ben.player.save('The crane is inspected in March.');
  for (const each of [ben, ada, cyd]) await each.sync();
  const backup = psql('pg_dump', team.url, ['--schema=synapse_palace']);
  await ben.player.save('Berth seven is closed until May.');
  for (const each of [ben, ada, ada]) await each.sync();
  await runSql(team.url, 'DROP SCHEMA synapse_palace CASCADE');
  psql('psql', team.url, ['--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1'], backup);

  for (const text of ['The pilot comes at six.', 'The pilot comes at nine.']) await cyd.player.save(text);
  await cyd.sync();
  const noticed = { code: 'E_TEAM', message: expect.stringMatching(/older state/) };
  await expect(ada.sync()).rejects.toMatchObject(noticed);
  await expect(ada.sync()).rejects.toMatchObject(noticed);
  expect(ada.player.live()).toHaveLength(2);
});
