import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../scripts/programs/postgres.mjs';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { TeamAdmin } from '../../extension/service/team/teamAdmin.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';
import { startSwitchedLine } from '../fixtures/team/switchedLine.ts';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { connected, drawer, hello, oneLine, teamOfAda } from '../fixtures/team/teamOfAda.ts';

const databaseIn = (url: string): string => new URL(url).pathname.slice(1);

describe('a team’s server that fails', () => {
  it('killed while palaces push, has every acknowledged change exactly once after its restart', async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.remove);
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

  it('when full, refuses the whole push, and accepts it once there is room', async () => {
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

  it('when too slow, is reported in one line, and what was sent still counts once', async () => {
    const team = await teamOfAda();
    const server = connected(team.urlOf('ada'));
    await hello(server);
    const hurried = new PostgresTeamServer(team.urlOf('ada'), null, { connecting: 60_000, answering: 200 });
    onTestFinished(() => hurried.close());
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

  it('that never answers a connection does not block the caller forever', async () => {
    const team = await teamOfAda();
    const line = await startSwitchedLine(Number(new URL(team.url).port));
    onTestFinished(() => line.cut());
    await line.cut();
    await line.mend({ isSilent: true });
    const url = new URL(team.urlOf('ada'));
    url.port = String(line.port);
    const server = new PostgresTeamServer(url.href, null, { connecting: 200, answering: 60_000 });
    onTestFinished(() => server.close());
    await expect(hello(server)).rejects.toEqual(oneLine('E_TEAM_UNREACHABLE', /did not answer in time/));
  });

  it('while read-only, can be read, and accepts the waiting changes later', async () => {
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

  it('that closes its connections gets new ones, and its notices arrive again', async () => {
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
