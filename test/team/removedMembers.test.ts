import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { newPostgresTeam, type PostgresTeam } from '../fixtures/team/postgresTeam.ts';

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
