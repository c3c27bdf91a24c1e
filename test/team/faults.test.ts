import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { migrations } from '../../extension/service/team/migrations/migrations.ts';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { TeamAdmin } from '../../extension/service/team/teamAdmin.ts';
import { everythingIn, newPostgresTeam, type PostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { newDatabase, runSql } from '../fixtures/team/sharedPostgres.ts';
import { startSwitchedLine } from '../fixtures/team/switchedLine.ts';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { certificates, startTlsFront } from '../fixtures/team/tlsFront.ts';
import { temporaryFolder } from '../fixtures/palaces/temporaryPalace.ts';

const atEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

const teamOfAda = async (): Promise<PostgresTeam> => {
  const team = await newPostgresTeam();
  atEnd.push(team.dispose);
  await team.invite('ada', 'docs', 'owner');
  return team;
};
const connected = (url: string, password: string | null = null): PostgresTeamServer => {
  const server = new PostgresTeamServer(url, password);
  atEnd.push(() => server.close());
  return server;
};
const hello = (server: PostgresTeamServer) => server.hello({ id: 'a', name: 'Ada’s' });
const databaseIn = (url: string): string => new URL(url).pathname.slice(1);
/** An error of this code, in one line, that says what to do. */
const oneLine = (code: string, words: RegExp) =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(words),
    remedy: expect.stringMatching(/^\S[^\n]+\.$/),
  });
const drawer = (number: number) => sharedDrawer(`d${number}`, `text ${number}`);

describe('a server that fails', () => {
  it('is killed while palaces push: what was acknowledged is there after its start, and once', async () => {
    const postgres = await startPostgres();
    atEnd.push(postgres.remove);
    const admin = new TeamAdmin(postgres.url, null);
    await admin.setup('killed');
    const { url, password } = await admin.invite('killed', 'ada', 'docs', 'owner');
    const acknowledged = new Map<string, number>();
    const pushAll = async (palace: string): Promise<void> => {
      const server = connected(url, password);
      await server.hello({ id: palace, name: palace });
      const change = changesOf();
      for (let number = 1; ; number++) {
        const { lastNumber } = await server.push(palace, [
          change(`${palace}${number}`, 'add', sharedDrawer(`${palace}${number}`, 'x')),
        ]);
        acknowledged.set(palace, lastNumber);
        if (palace === 'a' && number === 15) void postgres.kill();
      }
    };
    for (const done of await Promise.allSettled(['a', 'b', 'c'].map(pushAll)))
      expect(done).toMatchObject({ status: 'rejected', reason: { code: 'E_TEAM_UNREACHABLE' } });
    await postgres.kill();
    const again = connected(url, password);
    await expect(again.hello({ id: 'a', name: 'a' })).rejects.toEqual(
      oneLine('E_TEAM_UNREACHABLE', /can't be reached/),
    );
    await postgres.start();
    const { lastSeq } = await again.hello({ id: 'a', name: 'a' });
    const { changes } = await again.pull('a', 'docs', 0, 10_000);
    expect(changes.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, at) => at + 1));
    for (const [palace, last] of acknowledged) {
      const ids = changes.filter((change) => change.palace === palace).map(({ drawerId }) => drawerId);
      expect(ids.length).toBeGreaterThanOrEqual(last);
      expect(ids).toEqual(ids.map((_, at) => `${palace}${at + 1}`));
    }
  });

  it('is full: the push is refused as a whole, and taken when there is room', async () => {
    const team = await teamOfAda();
    const server = connected(team.urlOf('ada'));
    await hello(server);
    await runSql(
      team.url,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'No space left on device'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON synapse_palace.drawers FOR EACH ROW
         WHEN (new.drawer_id = 'd2') EXECUTE FUNCTION full_disk()`,
    );
    const change = changesOf();
    const changes = [1, 2, 3].map((number) => change(`d${number}`, 'add', drawer(number)));
    await expect(server.push('a', changes)).rejects.toEqual(oneLine('E_TEAM_FULL', /no room left/));
    expect((await hello(server)).lastNumber).toBe(0);
    await runSql(team.url, 'DROP TRIGGER full_disk ON synapse_palace.drawers');
    expect(await server.push('a', changes)).toEqual({ lastNumber: 3 });
    expect((await hello(server)).lastSeq).toBe(3);
  });

  it('is slow: who gets no answer in time is told so in a line, and what was sent counts once', async () => {
    const team = await teamOfAda();
    const server = connected(team.urlOf('ada'));
    await hello(server);
    const hurried = new PostgresTeamServer(team.urlOf('ada'), null, { connecting: 60_000, answering: 200 });
    atEnd.push(() => hurried.close());
    const change = changesOf();
    const changes = [1, 2, 3].map((number) => change(`d${number}`, 'add', drawer(number)));
    const holder = new pg.Client(team.url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE synapse_palace.teams IN ACCESS EXCLUSIVE MODE');
    await expect(hurried.push('a', changes)).rejects.toEqual(
      oneLine('E_TEAM_UNREACHABLE', /did not answer in time/),
    );
    await holder.query('COMMIT');
    await holder.end();
    expect(await server.push('a', changes)).toEqual({ lastNumber: 3 });
    expect((await hello(server)).lastSeq).toBe(3);
  });

  it('is silent when it is connected to: that ends, too', async () => {
    const team = await teamOfAda();
    const line = await startSwitchedLine(Number(new URL(team.url).port));
    atEnd.push(() => line.cut());
    await line.cut();
    await line.mend({ isSilent: true });
    const url = new URL(team.urlOf('ada'));
    url.port = String(line.port);
    const server = new PostgresTeamServer(url.href, null, { connecting: 200, answering: 60_000 });
    atEnd.push(() => server.close());
    await expect(hello(server)).rejects.toEqual(oneLine('E_TEAM_UNREACHABLE', /did not answer in time/));
  });

  it('is read-only: it can be read, and what waits is taken later', async () => {
    const team = await teamOfAda();
    const changes = [changesOf()('d1', 'add', drawer(1))];
    await hello(connected(team.urlOf('ada')));
    await runSql(team.url, `ALTER DATABASE ${databaseIn(team.url)} SET default_transaction_read_only = on`);
    const server = connected(team.urlOf('ada'));
    await expect(server.push('a', changes)).rejects.toEqual(oneLine('E_TEAM_UNREACHABLE', /read-only/));
    const writing = new URL(team.url);
    writing.search = 'options=-c default_transaction_read_only=off';
    await runSql(writing.href, `ALTER DATABASE ${databaseIn(team.url)} RESET default_transaction_read_only`);
    expect(await connected(team.urlOf('ada')).push('a', changes)).toEqual({ lastNumber: 1 });
  });

  it('ends connections: the next call has a new one, and notices come again', async () => {
    const team = await teamOfAda();
    const server = connected(team.urlOf('ada'));
    await hello(server);
    let heard = 0;
    server.onChange(() => {
      heard += 1;
    });
    await expect.poll(() => heard).toBe(1);
    await runSql(
      team.url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await expect
      .poll(() =>
        hello(server).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => heard).toBe(2);
  });
});

describe('a database that is not as it should be', () => {
  it('is set up for no team, or lacks pgvector', async () => {
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

  it('is of a newer program: it is left as it is', async () => {
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

  it('is of an older program: setting it up again brings it up to date, with what is there', async () => {
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

  it('is set up by several at once, and again, with the same outcome', async () => {
    const url = await newDatabase({ isSetUp: false });
    await Promise.all([1, 2, 3].map(() => new TeamAdmin(url, null).setup('web')));
    await new TeamAdmin(url, null).setup('web');
    expect(await runSql(url, 'SELECT name FROM synapse_palace.teams')).toEqual([{ name: 'web' }]);
    expect(await runSql(url, 'SELECT count(*)::int AS steps FROM synapse_palace.schema_version')).toEqual([
      { steps: migrations.length },
    ]);
  });
});

it('a database is set up by its owner, who is no superuser, where pgvector is there already', async () => {
  const postgres = await startPostgres();
  atEnd.push(postgres.remove);
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

describe('a login', () => {
  it('with a wrong password, a wrong name or to a database that is not there says so', async () => {
    const team = await teamOfAda();
    const wrong = (change: (url: URL) => void) => {
      const url = new URL(team.urlOf('ada'));
      change(url);
      return hello(connected(url.href));
    };
    await expect(wrong((url) => (url.password = 'no'))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /password/));
    await expect(wrong((url) => (url.password = ''))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /refused/));
    await expect(wrong((url) => (url.username = 'nobody'))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /nobody/));
    await expect(wrong((url) => (url.pathname = '/nowhere'))).rejects.toEqual(oneLine('E_TEAM_LOGIN', /nowhere/));
    await expect(wrong((url) => (url.port = '1'))).rejects.toEqual(
      oneLine('E_TEAM_UNREACHABLE', /can't be reached/),
    );
  });

  it('takes the password of .pgpass, if nobody else may read that file', async () => {
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

  it('needs a certificate that is trusted, where TLS is asked for', async () => {
    const team = await teamOfAda();
    const to = async (speaksTls: boolean, options: string) => {
      const url = new URL(team.urlOf('ada'));
      const front = await startTlsFront(Number(url.port), { speaksTls });
      atEnd.push(front.close);
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
