import { expect, it, onTestFinished } from 'vitest';
import { pullQuery } from '../../extension/service/team/pulledRows.ts';
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

it('a pull looks each drawer up by its key, in a database that has not counted its rows yet', async () => {
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
  const page = Object.entries({ $1: "'docs'", $2: '50', $3: '20', $4: "'q'" }).reduce(
    (sql, [name, value]) => sql.replaceAll(name, value),
    pullQuery,
  );
  const [row] = await runSql(team.urlOf('ada'), `EXPLAIN (ANALYZE, FORMAT JSON) ${page}`);
  const [{ Plan: plan }] = row?.['QUERY PLAN'] as [{ readonly Plan: PlanNode }];
  const looks = nodesOf(plan).filter((node) => node['Relation Name'] === 'drawers');
  expect(plan['Actual Rows']).toBe(20);
  expect(looks.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))).toEqual([1]);
});
