import { expect, it } from 'vitest';
import { drawerIdOf, onDrawers } from '../../../../extension/editor/tree/drawerArgument.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { drawerOf } from '../fakePalace.ts';

it('a command takes a drawer by its ID or as a node of the Memory view', () => {
  expect(drawerIdOf('drawer_1')).toBe('drawer_1');
  expect(drawerIdOf({ kind: 'drawer', drawer: drawerOf(2) })).toBe('drawer_2');
});

it.each([
  undefined,
  null,
  '',
  7,
  {},
  { drawer: null },
  { drawer: {} },
  { drawer: { drawer_id: 3 } },
  { kind: 'wing', wing: 'app' },
])('%j is no drawer, and the person is told what to choose', (value) => {
  try {
    drawerIdOf(value);
  } catch (thrown) {
    expect(PalaceError.from(thrown).code).toBe('E_DRAWER_NOT_FOUND');
    return;
  }
  expect.unreachable('it should have failed');
});

it('a key is for the focused row, and for the selection if that row is part of it', async () => {
  const [one, two, three] = [1, 2, 3].map((id) => ({ kind: 'drawer', drawer: drawerOf(id) }));
  const wing = { kind: 'wing', wing: 'app' };
  const done: (readonly string[])[] = [];
  const command = onDrawers(
    () => [one, two, wing],
    async (ids) => void done.push(ids),
  );
  for (const focused of [two, three]) await command(focused);
  expect(done).toEqual([['drawer_1', 'drawer_2'], ['drawer_3']]);
  // A folder, or a row that is just being read anew.
  for (const focused of [wing, undefined, null]) await command(focused);
  expect(done).toHaveLength(2);
});

it('a command by itself is for the selection, a menu for its row, and for nothing if that row is just being read anew', async () => {
  const done: string[] = [];
  const selected = { kind: 'drawer', drawer: drawerOf(2) };
  const command = onDrawers(
    () => [selected],
    async (ids) => void done.push(...ids),
  );
  await command();
  await command({ kind: 'drawer', drawer: drawerOf(3) }, undefined);
  expect(done).toEqual(['drawer_2', 'drawer_3']);
  // What the editor gives for a row that it has forgotten.
  for (const given of [
    [undefined, undefined],
    [undefined, [undefined]],
  ])
    await expect(command(...given)).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
  expect(done).toEqual(['drawer_2', 'drawer_3']);
});
