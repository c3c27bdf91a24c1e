import { expect, it, onTestFinished } from 'vitest';
import { memberAt } from '../fixtures/team/memberAt.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';

it('a member who sends raw SQL reaches nothing outside the shared wing, and stops nobody else’s exchange', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('eve', 'plans', 'owner');
  await team.invite('ben', 'plans', 'writer');
  const ben = memberAt(team, 'ben');
  const own = String(ben.json('save', 'Of Ben alone.', '--type', 'insight', '--wing', 'mine')['drawer_id']);
  ben.json('team', 'connect', ben.url);
  ben.json('team', 'pull', 'plans');

  const change = changesOf('plans');
  const added = (id: string, fields: Record<string, unknown> = {}) =>
    change(id, 'add', sharedDrawer(id, `The text of ${id}.`, { wing: 'plans', type: 'insight', ...fields }));
  const vector = { model: 'any', scale: 'NaN', data: '[1,2,3]' };
  const pushed = [
    change(own, 'erase'),
    added('bait', { consolidated_into: own }),
    change('bait', 'erase'),
    added('stray', { wing: 'mine' }),
    { ...added('early'), at: 'garbage' },
    change('early', 'nothing' as 'tag', 7),
    {
      ...added('vector'),
      value: { ...sharedDrawer('vector', 'Of no length.', { wing: 'plans', type: 'insight' }), vector },
    },
    added('last'),
  ];
  await runSql(
    team.urlOf('eve'),
    `SELECT synapse_palace.hello('eves', 'Eve’s'); SELECT synapse_palace.push('eves', $json$${JSON.stringify(pushed)}$json$)`,
  );

  expect(ben.run('team', 'push', '--quiet')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'warn: Team: stray is left out: its record names the wing mine\n',
  });
  expect(ben.json('show', own)).toMatchObject({ text: 'Of Ben alone.', wing: 'mine' });
  const drawers = ben.json('list')['drawers'] as { readonly drawer_id: string }[];
  expect(drawers.map(({ drawer_id: id }) => id).sort()).toEqual([own, 'early', 'last', 'vector'].sort());
});
