import { expect, it, onTestFinished } from 'vitest';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { pullQuery } from '../../extension/service/team/pulledRows.ts';
import type { SharedDrawer } from '../../extension/palace/team/teamServer.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { teamServerLaws } from '../fixtures/team/teamServerLaws.ts';

teamServerLaws('PostgreSQL', () => newPostgresTeam());

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it('a pull looks drawers up by their keys even before PostgreSQL has counted the rows', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'docs', 'owner');
  const server = await team.connect('ada');
  await server.hello({ id: 'p', name: 'p' });
  const change = changesOf();
  await server.push(
    'p',
    Array.from({ length: 100 }, (_, n) => change(`d${n}`, 'add', sharedDrawer(`d${n}`, `Text ${n}`))),
  );
  const page = Object.entries({ $1: "'docs'", $2: '50', $3: '20', $4: "'q'", $5: '4000' }).reduce(
    (sql, [name, value]) => sql.replaceAll(name, value),
    pullQuery,
  );
  const [row] = await runSql(team.urlOf('ada'), `EXPLAIN (ANALYZE, FORMAT JSON) ${page}`);
  const [{ Plan: plan }] = row?.['QUERY PLAN'] as [{ readonly Plan: PlanNode }];
  const looks = nodesOf(plan).filter((node) => node['Relation Name'] === 'drawers');
  expect(plan['Actual Rows']).toBe(20);
  expect(looks.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))).toEqual([1]);
});

it('a member’s search by words and by ID uses the indexes', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'docs', 'owner');
  const server = new PostgresTeamServer(team.urlOf('ada'), null);
  await server.hello({ id: 'p', name: 'p' });
  const change = changesOf();
  await server.push('p', [change('d0', 'add', sharedDrawer('d0', 'The crane of berth 0'))]);
  await runSql(
    team.url,
    `INSERT INTO synapse_palace.drawers (team, wing, drawer_id, state, content_hash, text, record, author, palace)
     SELECT team, wing, 'd' || n, state, content_hash, 'Text of berth ' || n, record, author, palace
     FROM synapse_palace.drawers, generate_series(1, 3000) AS n; ANALYZE synapse_palace.drawers`,
  );
  const scope = { without: [], includeArchived: false };
  const counted = ['crane', 'berth', 'the'];
  expect(await server.recall.wordCounts([{ scope, words: counted, drawers: 3001 }])).toEqual([[1, 3001, null]]);
  const words = [{ word: 'crane', weight: 1 }];
  const { drawers } = await server.recall.best({ scope, words, rare: 1, vector: null, limit: 5 });
  expect(drawers.map(({ drawerId }) => drawerId)).toEqual(['d0']);
  expect(await server.recall.drawer('d7', scope)).toMatchObject({ drawerId: 'd7' });
  // Its connections send their counts when they end.
  await server.close();
  const scans = async () =>
    (await runSql(
      team.url,
      "SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'drawers_words'",
    )) as { scans: number }[];
  await expect.poll(async () => (await scans())[0]?.scans ?? 0).toBeGreaterThan(2);
});

it('a note is also counted under the words of the day on which it was filed', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'docs', 'owner');
  const server = new PostgresTeamServer(team.urlOf('ada'), null);
  onTestFinished(() => server.close());
  await server.hello({ id: 'p', name: 'p' });
  const change = changesOf();
  const filed = { filed_at: '2026-05-08T12:00:00.000Z' };
  await server.push('p', [
    change('d0', 'add', sharedDrawer('d0', 'A talk of crane 8', { ...filed, type: 'conversation' })),
    change('d1', 'add', sharedDrawer('d1', 'A talk in June', { type: 'conversation' })),
    change('d2', 'add', sharedDrawer('d2', 'A file of May', { ...filed, type: 'file' })),
  ]);
  const scope = { without: [], includeArchived: false };
  const words = ['2026', 'may', '8', '31', 'june', '1999', 'talk'];
  expect(await server.recall.wordCounts([{ scope, words, drawers: 3 }])).toEqual([[2, 2, 1, 1, 1, 0, 2]]);
});

it('the number of drawers in a wing stays right as drawers come and go', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'docs', 'owner');
  const server = await team.connect('ada');
  const size = async () => (await server.hello({ id: 'p', name: 'p' })).wings.map(({ drawers }) => drawers);
  const change = changesOf();
  const add = (id: string) => change(id, 'add', sharedDrawer(id, `Text of ${id}`));
  expect(await size()).toEqual([0]);
  await server.push('p', [add('d1'), add('d2'), add('d3'), add('d1')]);
  expect(await size()).toEqual([3]);
  await server.push('p', [
    change('d1', 'remove'),
    change('d2', 'erase'),
    change('d4', 'erase'),
    change('d3', 'pinned', true),
  ]);
  expect(await size()).toEqual([1]);
  await server.push('p', [add('d1'), add('d2')]);
  expect(await size()).toEqual([2]);
});

it('a pull of long texts brings a few at a time, and all of them in the end', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'docs', 'owner');
  const server = await team.connect('ada');
  for (const id of ['p', 'q']) await server.hello({ id, name: id });
  const change = changesOf();
  const lengths = [2_000_000, 1_900_000, 200_000, 4_100_000, 10, 12];
  for (const [at, length] of lengths.entries())
    await server.push('p', [change(`d${at}`, 'add', sharedDrawer(`d${at}`, `${at}`.repeat(length)))]);
  const pages: number[][] = [];
  let after = 0;
  for (let more = true; more;) {
    const page = await server.pull('q', 'docs', after, 5);
    pages.push(page.changes.map(({ value }) => (value as SharedDrawer).text.length));
    ({ done: after, more } = page);
  }
  expect(pages).toEqual([[2_000_000, 1_900_000], [200_000], [4_100_000], [10, 12]]);
  expect(after).toBe(lengths.length);
});
