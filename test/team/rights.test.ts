import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { newPostgresTeam, type PostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';

/** A writer of one wing with raw SQL in their hands. Another wing and another team are in the same database. */
describe('an attacker with a member’s connection', () => {
  let team: PostgresTeam;
  let other: PostgresTeam;
  const asBen = (sql: string) => runSql(team.urlOf('ben'), sql);
  const tables = 'teams members wings wing_rights palaces palace_wings drawers holders changes erasures_due'.split(
    ' ',
  );

  beforeAll(async () => {
    team = await newPostgresTeam();
    other = await newPostgresTeam(team.url);
    await team.invite('ada', 'docs', 'owner');
    await team.invite('ada', 'private', 'owner');
    await team.invite('ben', 'docs', 'writer');
    await other.invite('eve', 'docs', 'owner');
    for (const [of, member, wings] of [
      [team, 'ada', ['docs', 'private']],
      [other, 'eve', ['docs']],
    ] as const) {
      const server = await of.connect(member);
      await server.hello({ id: member, name: member });
      const change = changesOf();
      await server.push(
        member,
        wings.map((wing) => change('d1', 'add', sharedDrawer('d1', `${member} in ${wing}`, { wing }), wing)),
      );
      await server.push(
        member,
        wings.map((wing) => change('d2', 'erase', null, wing)),
      );
    }
    await (await team.connect('ben')).hello({ id: 'ben', name: 'Ben’s' });
  });
  afterAll(async () => {
    await team.dispose();
    await other.dispose();
  });

  it('reads the drawers and changes of the member’s wing only', async () => {
    expect(await asBen('SELECT text FROM synapse_palace.drawers WHERE text IS NOT NULL')).toEqual([
      { text: 'ada in docs' },
    ]);
    expect(await asBen('SELECT DISTINCT wing, role FROM synapse_palace.changes')).toHaveLength(1);
    expect(await asBen('SELECT name FROM synapse_palace.members ORDER BY name')).toEqual([
      { name: 'ada' },
      { name: 'ben' },
    ]);
    for (const table of tables) {
      const rows = await asBen(`SELECT t::text AS row FROM synapse_palace.${table} t`);
      expect(rows.filter(({ row }) => /private|eve/.test(String(row)))).toEqual([]);
    }
  });

  it.each(tables)('can’t write to the table %s', async (table) => {
    const [column] = await runSql(
      team.url,
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'synapse_palace.${table}'::regclass AND attnum > 0 AND attidentity = '' LIMIT 1`,
    );
    for (const statement of [
      `DELETE FROM synapse_palace.${table}`,
      `TRUNCATE synapse_palace.${table}`,
      `UPDATE synapse_palace.${table} SET ${String(column?.['name'])} = NULL`,
      `INSERT INTO synapse_palace.${table} DEFAULT VALUES`,
      `ALTER TABLE synapse_palace.${table} DISABLE ROW LEVEL SECURITY`,
      `DROP TABLE synapse_palace.${table}`,
    ])
      await expect(asBen(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  });

  it('finds words in the member’s wing only, and never in sensitive drawers', async () => {
    const holding = (wings: string) =>
      `SELECT wing, drawer_id FROM synapse_palace.holding('ada | eve', 100, '{}', ${wings}, NULL, NULL, NULL, true)`;
    for (const wings of ['NULL', "'{docs,private}'"])
      expect(await asBen(holding(wings)), wings).toEqual([{ wing: 'docs', drawer_id: 'd1' }]);
    expect(await asBen(holding("'{private}'"))).toEqual([]);
    await expect(asBen('SELECT * FROM synapse_palace.wing_sizes')).rejects.toThrow(/permission denied/);
  });

  it('reads turns of conversations in the member’s wing only, and no sensitive ones', async () => {
    const turn = (wing: string, at: number, sensitive = false) =>
      sharedDrawer(`${wing}${at}`, `Turn ${at} of ${wing}`, {
        wing,
        type: 'conversation',
        source_file: 'talk.txt',
        source: { id: 'talk', kind: 'conversation' },
        chunk_index: at,
        speaker: 'Ada',
        sensitive,
      });
    const server = await team.connect('ada');
    await server.shareWing('docs', { includesSensitive: true });
    const change = changesOf('docs', 10);
    await server.push('ada', [
      ...[0, 1]
        .flatMap((at) => ['docs', 'private'].map((wing) => [wing, at] as const))
        .map(([wing, at]) => change(`${wing}${at}`, 'add', turn(wing, at), wing)),
      change('docs2', 'add', turn('docs', 2, true)),
    ]);
    const beside = (step: number) =>
      `SELECT drawer_id, beside, text FROM synapse_palace.turns_beside('{docs,docs,docs,private,private}',
        '{docs0,docs1,docs2,private0,private1}', ${step})`;
    expect(await asBen(beside(-1))).toEqual([{ drawer_id: 'docs1', beside: 'docs0', text: 'Turn 0 of docs' }]);
    expect(await asBen(beside(1))).toEqual([{ drawer_id: 'docs0', beside: 'docs1', text: 'Turn 1 of docs' }]);
  });

  it('learns only the models of the member’s wings', async () => {
    const drawer = (model: string, wing: string) =>
      sharedDrawer(model, model, { wing, vector: { model, scale: 1, data: new Int8Array(3).fill(1) } });
    const server = await team.connect('ada');
    const change = changesOf('docs', 20);
    await server.push('ada', [
      change('public/1', 'add', drawer('public/1', 'docs')),
      change('hidden/1', 'add', drawer('hidden/1', 'private'), 'private'),
    ]);
    expect(await asBen('SELECT synapse_palace.wing_models() AS made')).toEqual([
      { made: { docs: [{ key: 'public/1', dim: 3 }] } },
    ]);
  });

  it('can’t call the functions that apply changes, and can’t become somebody else', async () => {
    for (const statement of [
      `SELECT synapse_palace.apply_erase(1, 'ada', 'private', 'd1')`,
      `SELECT synapse_palace.empty_drawer(1, 'private', 'd1', 'gone')`,
      'SET ROLE synapse_palace_owner',
      `SET SESSION AUTHORIZATION postgres`,
      'CREATE TABLE synapse_palace.mine (x int)',
      'CREATE FUNCTION synapse_palace.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    ])
      await expect(asBen(statement), statement).rejects.toThrow(/permission denied|not allowed/);
  });

  it('can’t write to another wing, nor in the name of another palace or member', async () => {
    const push = (palace: string, wing: string) =>
      `SELECT synapse_palace.push('${palace}', '[{"number": 1000, "wing": "${wing}", "drawerId": "d1", "field": "erase", "at": "2026"}]')`;
    await expect(asBen(push('ben', 'private'))).rejects.toThrow(/may not write to the wing private/);
    await expect(asBen(push('ada', 'docs'))).rejects.toThrow(/not connected by this login/);
    await expect(asBen("SELECT synapse_palace.hello('ada', 'mine')")).rejects.toThrow(/another member/);
    await expect(asBen("SELECT synapse_palace.leave_team('ada')")).resolves.toBeDefined();
    await asBen(
      'SELECT synapse_palace.push(\'ben\', \'[{"number": 1, "wing": "docs", "drawerId": "d9", "field": "tag", "value": "x", "at": "2026", "member": "ada", "role": "postgres"}]\')',
    );
    const [last] = await runSql(
      team.url,
      "SELECT m.name FROM synapse_palace.changes JOIN synapse_palace.members m USING (role) WHERE drawer_id = 'd9'",
    );
    expect(last).toEqual({ name: 'ben' });
    const [left] = await runSql(team.url, "SELECT left_at FROM synapse_palace.palaces WHERE palace = 'ada'");
    expect(left).toEqual({ left_at: null });
  });

  it('can’t replace a function or a table that the server’s functions use', async () => {
    const [eve] = await runSql(other.url, "SELECT team FROM synapse_palace.members WHERE name = 'eve'");
    const seen = await asBen(`
      CREATE TEMP TABLE members (role name, team integer, removed_at timestamptz);
      INSERT INTO members VALUES (session_user, ${String(eve?.['team'])}, NULL);
      SET search_path = pg_temp, synapse_palace;
      SELECT DISTINCT team = ${String(eve?.['team'])} AS is_eves FROM synapse_palace.changes`);
    expect(seen).toEqual([{ is_eves: false }]);
  });

  it('reads nothing without a member’s login, and nothing any more once the member is removed', async () => {
    await team.invite('cyd', 'docs', 'reader');
    const url = team.urlOf('cyd');
    const server = new PostgresTeamServer(url, null);
    await server.hello({ id: 'cyd', name: 'Cyd’s' });
    await team.removeMember('cyd');
    await expect(server.pull('cyd', 'docs', 0, 10)).rejects.toMatchObject({ name: 'PalaceError' });
    await server.close();
    const again = new PostgresTeamServer(url, null);
    await expect(again.hello({ id: 'cyd', name: 'Cyd’s' })).rejects.toMatchObject({ code: 'E_TEAM_LOGIN' });
    await again.close();
    await runSql(
      team.url,
      `DROP ROLE IF EXISTS stranger_${process.pid}; CREATE ROLE stranger_${process.pid} LOGIN PASSWORD 'x' IN ROLE synapse_palace_member`,
    );
    const stranger = new URL(team.url);
    stranger.username = `stranger_${process.pid}`;
    stranger.password = 'x';
    expect(
      await runSql(
        stranger.href,
        'SELECT 1 FROM synapse_palace.drawers UNION ALL SELECT 1 FROM synapse_palace.members',
      ),
    ).toEqual([]);
    await expect(runSql(stranger.href, "SELECT synapse_palace.hello('s', 's')")).rejects.toThrow(/no member/);
    await runSql(team.url, `DROP ROLE stranger_${process.pid}`);
  });
});
