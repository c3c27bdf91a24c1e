import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../scripts/programs/postgres.mjs';
import { migrations } from '../../extension/service/team/migrations/migrations.ts';
import { TeamAdmin } from '../../extension/service/team/teamAdmin.ts';
import { everythingIn } from '../fixtures/team/postgresTeam.ts';
import { newDatabase, runSql } from '../fixtures/team/sharedPostgres.ts';
import { changesOf } from '../fixtures/team/teamChanges.ts';
import { certificates, startTlsFront } from '../fixtures/team/tlsFront.ts';
import { connected, drawer, hello, oneLine, teamOfAda } from '../fixtures/team/teamOfAda.ts';
import { temporaryFolder } from '../fixtures/palaces/temporaryPalace.ts';

describe('setting up a team’s database', () => {
  it('reports a database that was never set up, or has lost pgvector', async () => {
    const url = await newDatabase({ isSetUp: false });
    await expect(hello(connected(url))).rejects.toEqual(oneLine('E_TEAM_SCHEMA', /not set up for a team/));
    const team = await teamOfAda();
    const server = connected(team.urlOf('ada'));
    await hello(server);
    await runSql(team.url, 'DROP EXTENSION vector CASCADE');
    await expect(server.push('a', [changesOf()('d1', 'add', drawer(1))])).rejects.toEqual(
      oneLine('E_TEAM_SCHEMA', /not set up/),
    );
  });

  it('leaves a database of a newer version alone', async () => {
    const team = await teamOfAda();
    await runSql(team.url, 'INSERT INTO synapse_palace.schema_version (version) VALUES (1000)');
    const before = await everythingIn(team.url);
    await expect(hello(connected(team.urlOf('ada')))).rejects.toEqual(
      oneLine('E_TEAM_SCHEMA', /newer Synapse Palace/),
    );
    await expect(new TeamAdmin(team.url, null).setup('team')).rejects.toEqual(
      oneLine('E_TEAM_SCHEMA', /newer Synapse Palace/),
    );
    expect(await everythingIn(team.url)).toBe(before);
  });

  it('brings a database of an older version up to date and keeps its drawers', async () => {
    const team = await teamOfAda();
    const before = connected(team.urlOf('ada'));
    await hello(before);
    await before.push('a', [changesOf()('d1', 'add', drawer(1))]);
    await runSql(
      team.url,
      `DELETE FROM synapse_palace.schema_version WHERE version >= 5; DROP TABLE synapse_palace.wing_sizes;
       DROP FUNCTION synapse_palace.holding, synapse_palace.keep_size, synapse_palace.turns_beside,
         synapse_palace.wing_models, synapse_palace.commits_beside CASCADE;
       DROP INDEX synapse_palace.drawers_turns, synapse_palace.drawers_models,
         synapse_palace.drawers_commits`,
    );
    await expect(hello(connected(team.urlOf('ada')))).rejects.toEqual(
      oneLine('E_TEAM_SCHEMA', /older Synapse Palace/),
    );
    await new TeamAdmin(team.url, null).setup('team');
    expect((await hello(connected(team.urlOf('ada')))).wings).toMatchObject([{ drawers: 1 }]);
  });

  it('works when several administrators do it at once, and can be repeated', async () => {
    const url = await newDatabase({ isSetUp: false });
    await Promise.all([1, 2, 3].map(() => new TeamAdmin(url, null).setup('web')));
    await new TeamAdmin(url, null).setup('web');
    expect(await runSql(url, 'SELECT name FROM synapse_palace.teams')).toEqual([{ name: 'web' }]);
    expect(await runSql(url, 'SELECT count(*)::int AS steps FROM synapse_palace.schema_version')).toEqual([
      { steps: migrations.length },
    ]);
  });
});

it('a database’s owner who is not a superuser can set it up if pgvector is installed', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  const as = (role: string, database: string) =>
    postgres.url.replace('postgres@', `${role}@`).replace(/[^/]*$/, database);
  await runSql(postgres.url, "CREATE ROLE keeper LOGIN CREATEROLE PASSWORD 'quay'");
  await runSql(postgres.url, 'CREATE DATABASE memory OWNER keeper');
  await runSql(as('postgres', 'memory'), 'CREATE EXTENSION vector');
  const keeper = as('keeper:quay', 'memory');
  const admin = new TeamAdmin(keeper, null);
  await admin.setup('web');
  await admin.setup('web');
  const { url, password } = await admin.invite('web', 'ada', 'docs', 'owner');
  const ada = connected(url, password);
  await hello(ada);
  await ada.push('a', [changesOf()('d1', 'add', drawer(1))]);
  expect((await ada.pull('a', 'docs', 0, 10)).changes).toHaveLength(1);
  await admin.removeMember('web', 'ada');
  expect(await admin.members()).toEqual([]);
  expect(await runSql(keeper, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
});

describe('a member’s login', () => {
  it('says so if the password, the name or the database is wrong', async () => {
    const team = await teamOfAda();
    const wrong = (change: (url: URL) => void) => {
      const url = new URL(team.urlOf('ada'));
      change(url);
      return hello(connected(url.href));
    };
    await expect(wrong((url) => (url.password = 'no'))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /password/));
    await expect(wrong((url) => (url.password = ''))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /refused/));
    await expect(wrong((url) => (url.password = ''))).rejects.toEqual(
      oneLine('E_TEAM_LOGIN', /without a password\.$/),
    );
    await expect(wrong((url) => (url.username = 'nobody'))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /nobody/));
    await expect(wrong((url) => (url.pathname = '/nowhere'))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /nowhere/));
    await expect(wrong((url) => (url.port = '1'))).rejects.toEqual(
      oneLine('E_TEAM_UNREACHABLE', /can't be reached/),
    );
  });

  it('uses the password in .pgpass, unless others may read that file', async () => {
    const team = await teamOfAda();
    const url = new URL(team.urlOf('ada'));
    const file = path.join(temporaryFolder(), '.pgpass');
    writeFileSync(file, `# team\n*:*:*:other:no\n*:${url.port}:*:${url.username}:${url.password}\n`);
    url.password = '';
    const before = process.env['PGPASSFILE'];
    process.env['PGPASSFILE'] = file;
    try {
      chmodSync(file, 0o644);
      expect(() => connected(url.href)).toThrow(oneLine('E_TEAM_LOGIN', /Others may read/));
      chmodSync(file, 0o600);
      expect((await hello(connected(url.href))).member).toBe('ada');
    } finally {
      if (before === undefined) delete process.env['PGPASSFILE'];
      else process.env['PGPASSFILE'] = before;
    }
  });

  it('over TLS needs a trusted certificate', async () => {
    const team = await teamOfAda();
    const to = async (speaksTls: boolean, options: string) => {
      const url = new URL(team.urlOf('ada'));
      const front = await startTlsFront(Number(url.port), { speaksTls });
      onTestFinished(front.close);
      url.host = `localhost:${front.port}`;
      url.search = options;
      return hello(connected(url.href));
    };
    await expect(to(false, 'sslmode=require')).rejects.toEqual(oneLine('E_TEAM_TLS', /No secure connection/));
    await expect(to(true, 'sslmode=require')).rejects.toEqual(oneLine('E_TEAM_TLS', /self-signed/));
    const trusting = (file: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
    await expect(to(true, trusting(certificates.ofAnother))).rejects.toEqual(oneLine('E_TEAM_TLS', /self-signed/));
    expect((await to(true, trusting(certificates.ofServer))).member).toBe('ada');
  });
});
