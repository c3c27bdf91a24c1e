import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { TeamAdmin } from '../../extension/service/team/teamAdmin.ts';
import { runCli } from '../fixtures/palaces/builtPalace.ts';
import { newDatabase, runSql } from '../fixtures/team/sharedPostgres.ts';
import { temporaryFolder } from '../fixtures/palaces/temporaryPalace.ts';
import { teamOfAda } from '../fixtures/team/teamOfAda.ts';

describe('an administrator at the command line', () => {
  it('sets up a database, invites and lists members, takes rights away one by one, and removes a member', async () => {
    const server = await newDatabase({ isSetUp: false });
    const team = `c${process.pid}`;
    const folder = temporaryFolder();
    const run = (...words: string[]) => runCli(folder, folder, 'team', ...words);
    expect(run('setup', server, '--team', team)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is ready'),
    });

    const invite = (...words: string[]) => run('invite', 'ada', '--team', team, '--server', server, ...words);
    const invited = invite('--wing', 'docs', '--writer', '--json');
    expect(invited).toMatchObject({ code: 0, stderr: '' });
    const { url, password } = JSON.parse(invited.stdout) as { url: string; password: string };
    expect(url).not.toContain(password);
    const own = new URL(url);
    own.password = password;
    expect(await runSql(own.href, 'SELECT wing FROM synapse_palace.wings')).toEqual([{ wing: 'docs' }]);
    const again = invite('--wing', 'plans', '--reader');
    expect(again.stdout).toBe('ada is reader of plans.\n');
    expect(run('members', '--server', server).stdout).toBe(
      `${team}: ada (login ${own.username}) · writer of docs, reader of plans\n`,
    );

    const revoke = (...words: string[]) => run('revoke', 'ada', '--team', team, '--server', server, ...words);
    expect(revoke('--wing', 'docs')).toMatchObject({ code: 0, stdout: 'ada has no right to docs any more.\n' });
    expect(await runSql(own.href, 'SELECT wing FROM synapse_palace.wings')).toEqual([{ wing: 'plans' }]);
    const twice = revoke('--wing', 'docs');
    expect(twice).toMatchObject({ code: 1, stdout: '' });
    expect(twice.stderr).toMatch(/^ada has no right to the wing docs in the team .*\(E_TEAM\)\n$/);
    expect(revoke().code).toBe(2);
    expect(JSON.parse(revoke('--wing', 'plans', '--json').stdout)).toEqual({
      member: 'ada',
      wing: 'plans',
      right: null,
    });
    expect(run('members', '--server', server).stdout).toBe(`${team}: ada (login ${own.username}) · no wing\n`);

    expect(run('remove-member', 'ada', '--team', team, '--server', server)).toMatchObject({ code: 0 });
    expect(JSON.parse(run('members', '--server', server, '--json').stdout)).toEqual({ members: [] });
    await expect(runSql(own.href, 'SELECT 1')).rejects.toThrow(/authentication failed/);
  });

  it('is warned when a wing has lost its last owner, and can appoint another one', async () => {
    const server = await newDatabase({ isSetUp: false });
    const team = `o${process.pid}`;
    await new TeamAdmin(server, null).setup(team);
    const folder = temporaryFolder();
    const run = (command: string, name: string, ...words: string[]) =>
      runCli(folder, folder, 'team', command, name, '--team', team, '--server', server, ...words);
    const warned = { code: 0, stderr: expect.stringMatching(/^warn: docs has no owner any more: .*--owner.*\n$/) };
    const silent = { code: 0, stderr: '' };
    const docs = ['--wing', 'docs'];
    expect(run('invite', 'ada', ...docs, '--owner')).toMatchObject(silent);
    expect(run('invite', 'ben', ...docs, '--owner')).toMatchObject(silent);
    expect(run('invite', 'ben', ...docs, '--writer')).toMatchObject(silent);
    expect(run('invite', 'ada', ...docs, '--reader')).toMatchObject(warned);
    expect(run('invite', 'ada', ...docs, '--owner')).toMatchObject(silent);
    expect(run('revoke', 'ben', ...docs)).toMatchObject(silent);
    expect(run('revoke', 'ada', ...docs, '--json')).toMatchObject(warned);
    expect(run('invite', 'ada', ...docs, '--owner')).toMatchObject(silent);
    expect(run('remove-member', 'ben')).toMatchObject(silent);
    expect(run('remove-member', 'ada')).toMatchObject(warned);
  });

  it.each([
    ['revoke', 'revoke'],
    ['revoke', 'invite as reader'],
    ['remove', 'remove'],
    ['remove', 'invite as reader'],
  ] as const)(
    'one of two is warned where they take the last two owners away at one moment: %s and %s',
    async (first, second) => {
      const team = await teamOfAda();
      await team.invite('ben', 'docs', 'owner');
      const take = async (how: typeof first | typeof second, name: string): Promise<boolean> => {
        const admin = new TeamAdmin(team.url, null);
        if (how === 'remove') return (await admin.removeMember(team.name, name)).includes('docs');
        if (how === 'revoke') return admin.revoke(team.name, name, 'docs');
        return (await admin.invite(team.name, name, 'docs', 'reader')).isOwnerless;
      };
      // Holds up the first one between what it looks at and its end.
      const holding = new pg.Client(team.url);
      await holding.connect();
      await holding.query('BEGIN; LOCK TABLE synapse_palace.palace_wings');
      const waiting = async (): Promise<number> =>
        (
          await runSql(
            team.url,
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).length;
      try {
        const taken = [take(first, 'ada')];
        await expect.poll(waiting).toBe(1);
        let isDone = false;
        taken.push(take(second, 'ben').finally(() => (isDone = true)));
        await expect.poll(async () => isDone || (await waiting()) === 2).toBe(true);
        await holding.query('COMMIT');
        expect(await Promise.all(taken)).toEqual([false, true]);
      } finally {
        await holding.end();
      }
    },
  );

  it('can’t give one login to two people, whose names differ in capitals or whose teams’ names overlap', async () => {
    const admin = new TeamAdmin(await newDatabase({ isSetUp: false }), null);
    const [short, long] = [`s${process.pid}`, `s${process.pid}_x`];
    await admin.setup(short);
    await admin.setup(long);
    await admin.invite(short, 'ada', 'docs', 'owner');
    await admin.invite(long, 'eve', 'docs', 'owner');
    await admin.invite(long, 'fay', 'docs', 'owner');
    await admin.removeMember(long, 'fay');
    const before = await admin.members();
    for (const [name, login, whose] of [
      ['Ada', `synapse_${short}_ada`, `ada in the team ${short}`],
      ['x_eve', `synapse_${long}_eve`, `eve in the team ${long}`],
      ['x_fay', `synapse_${long}_fay`, `fay in the team ${long}`],
    ] as const)
      await expect(admin.invite(short, name, 'docs', 'reader')).rejects.toMatchObject({
        code: 'E_USAGE',
        message: `${name} would get the login ${login}, which is that of ${whose}.`,
      });
    expect(await admin.members()).toEqual(before);
    expect(await admin.invite(long, 'fay', 'docs', 'reader')).toMatchObject({
      password: expect.any(String) as string,
    });
  });

  it('gets one line that says what is wrong', async () => {
    const server = await newDatabase({ isSetUp: false });
    // A server that lists no pgvector.
    const bare = await newDatabase({ isSetUp: false });
    await runSql(bare, 'CREATE SCHEMA bare; CREATE TABLE bare.pg_available_extensions (name name)');
    const { pathname } = new URL(bare);
    await runSql(bare, `ALTER DATABASE ${pathname.slice(1)} SET search_path = bare, pg_catalog, public`);
    const folder = temporaryFolder();
    const run = (...words: string[]) => runCli(folder, folder, 'team', ...words);
    const invite = ['invite', 'ada', '--wing', 'docs', '--server', server];
    for (const [words, code, line] of [
      [['setup', 'postgresql://ada@db.example.org/web?sslmode=disable'], 1, /^.*unencrypted.*\n$/],
      [['setup', bare], 1, /^.*has no pgvector\. Install pgvector 0\.7 or newer there.*\n$/],
      [['setup', 'db.example.org'], 2, /^.*not the URL of a team's server.*\n$/],
      [[...invite, '--writer'], 1, /^.*not set up for a team.*\n$/],
      [[...invite, '--writer', '--reader'], 2, /^.*--reader, --writer or --owner.*\n$/],
      [['invite', 'ada', '--wing', ' ', '--server', server, '--writer'], 2, /^A wing needs a name\. .*\n$/],
    ] as const)
      expect(run(...words)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(line) });
  });
});
