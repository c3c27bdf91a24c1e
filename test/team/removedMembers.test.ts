import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { newPostgresTeam, type PostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { runSql } from '../fixtures/team/sharedPostgres.ts';

let team: PostgresTeam;
beforeAll(async () => {
  team = await newPostgresTeam();
  await team.invite('ada', 'docs', 'owner');
  await team.invite('ben', 'docs', 'writer');
});
afterAll(() => team.dispose());

it('palaces of a removed member are no longer listed, and no erasure waits for them; what they filed stays', async () => {
  const [ada, ben] = [await team.connect('ada'), await team.connect('ben')];
  await ada.hello({ id: 'a', name: 'Ada’s' });
  await ben.hello({ id: 'b', name: 'Ben’s' });
  const [adas, bens] = [changesOf(), changesOf()];
  await ben.push('b', [
    bens('d1', 'add', sharedDrawer('d1', 'Ben’s first')),
    bens('d2', 'add', sharedDrawer('d2', 'His other')),
  ]);
  await ada.push('a', [adas('d1', 'erase', null)]);
  expect(await ada.hello({ id: 'a', name: 'Ada’s' })).toMatchObject({ erasuresDue: 1 });

  await team.removeMember('ben');
  const before = await ada.hello({ id: 'a', name: 'Ada’s' });
  expect(before.palaces.map(({ palace }) => palace)).toEqual(['a']);
  expect(before.erasuresDue).toBe(0);
  expect(before.wings).toMatchObject([{ name: 'docs', drawers: 1 }]);
  await ada.push('a', [adas('d2', 'erase', null)]);
  expect(await ada.hello({ id: 'a', name: 'Ada’s' })).toMatchObject({ erasuresDue: 0 });

  // Invited again, the same palace is listed again, and learns of what was erased meanwhile.
  await team.invite('ben', 'docs', 'reader');
  const again = await team.connect('ben');
  await again.hello({ id: 'b', name: 'Ben’s' });
  const { changes } = await again.pull('b', 'docs', 0, 100);
  expect(changes.filter(({ field }) => field === 'erase').map(({ drawerId }) => drawerId)).toEqual(['d1', 'd2']);
  expect((await ada.hello({ id: 'a', name: 'Ada’s' })).palaces.map(({ palace }) => palace)).toEqual(['a', 'b']);
});

it('a right to one wing is taken away from open connections, too: the other wings stay, and no erasure in it waits', async () => {
  await team.invite('cyd', 'docs', 'writer');
  await team.invite('cyd', 'plans', 'owner');
  const [ada, cyd] = [await team.connect('ada'), await team.connect('cyd')];
  await cyd.hello({ id: 'c', name: 'Cyd’s' });
  await ada.hello({ id: 'a2', name: 'Ada’s other' });
  const [adas, cyds] = [changesOf(), changesOf()];
  await cyd.push('c', [
    cyds('d7', 'add', sharedDrawer('d7', 'Cyd’s first')),
    cyds('d8', 'add', sharedDrawer('d8', 'Her other')),
  ]);
  // Other palaces of the team may be waited for.
  const waitedFor = () =>
    runSql(team.url, "SELECT drawer_id FROM synapse_palace.erasures_due WHERE palace = 'c' AND wing = 'docs'");
  await ada.push('a2', [adas('d7', 'erase', null)]);
  expect(await waitedFor()).toEqual([{ drawer_id: 'd7' }]);

  await team.revoke('cyd', 'docs');
  expect(await waitedFor()).toEqual([]);
  expect((await cyd.hello({ id: 'c', name: 'Cyd’s' })).wings.map(({ name }) => name)).toEqual(['plans']);
  await expect(cyd.push('c', [cyds('d9', 'add', sharedDrawer('d9', 'Once more'))])).rejects.toMatchObject({
    code: 'E_TEAM_RIGHT',
  });
  await ada.push('a2', [adas('d8', 'erase', null)]);
  expect(await waitedFor()).toEqual([]);
  await expect(team.revoke('cyd', 'docs')).rejects.toMatchObject({ code: 'E_TEAM' });
  await expect(team.revoke('eve', 'docs')).rejects.toMatchObject({ code: 'E_TEAM' });

  // Given the right again, the palace learns of what was erased meanwhile.
  await team.invite('cyd', 'docs', 'reader');
  const { changes } = await cyd.pull('c', 'docs', 0, 100);
  expect(changes.flatMap(({ field, drawerId }) => (field === 'erase' ? [drawerId] : []))).toEqual(
    expect.arrayContaining(['d7', 'd8']),
  );
});
