import { expect, it } from 'vitest';
import { moveDrawers } from '../../../../extension/editor/memory/moveDrawers.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { PalaceApi, Params } from '../../../../extension/palace/contract/palaceApi.ts';
import { apiOf, drawerOf } from '../fakePalace.ts';

it('a move is taken back after the palace was opened anew, each drawer to its own room', async () => {
  const drawers = [drawerOf(1, { room: 'src' }), drawerOf(2, { room: 'docs' }), drawerOf(3, { room: 'src' })];
  const updates: Params<'update'>[] = [];
  const opened = (): { readonly api: PalaceApi; readonly close: () => void } => {
    let isClosed = false;
    const api = apiOf({
      show: ({ drawer_id: id }) => {
        const found = drawers.find((drawer) => drawer.drawer_id === id);
        return found === undefined
          ? Promise.reject(new PalaceError('E_DRAWER_NOT_FOUND', 'gone'))
          : Promise.resolve(found);
      },
      update: (request) => {
        if (isClosed) return Promise.reject(new PalaceError('E_OWNER_GONE', 'The palace has been closed.'));
        updates.push(request);
        return Promise.resolve({ updated: request.drawer_ids.length, unchanged: 0, missing: [] });
      },
    });
    return { api, close: () => (isClosed = true) };
  };
  const first = opened();
  let palace = first.api;
  const ids = ['drawer_1', 'drawer_2', 'drawer_gone', 'drawer_3'];
  const { moved, takeBack } = await moveDrawers(ids, { wing: 'app', room: 'attic' }, () =>
    Promise.resolve(palace),
  );
  expect(moved).toBe(3);
  first.close();
  palace = opened().api;
  await takeBack();
  expect(updates).toEqual([
    { drawer_ids: ['drawer_1', 'drawer_2', 'drawer_3'], wing: 'app', room: 'attic' },
    { drawer_ids: ['drawer_1', 'drawer_3'], wing: 'app', room: 'src' },
    { drawer_ids: ['drawer_2'], wing: 'app', room: 'docs' },
  ]);
});

it('a note is moved with all its parts, and taken back with them', async () => {
  const parts = [4, 5, 6].map((n) =>
    drawerOf(n, {
      type: 'decision',
      room: n === 6 ? 'attic' : 'notes',
      part_of: { drawer_id: 'drawer_4', part: n - 3, parts: 3 },
    }),
  );
  const drawer_ids = parts.map(({ drawer_id: id }) => id);
  const updates: Params<'update'>[] = [];
  const api = apiOf({
    show: ({ drawer_id: id }) => Promise.resolve(parts[drawer_ids.indexOf(id)] ?? expect.unreachable()),
    noteText: () => Promise.resolve({ drawer_ids, parts: [], text: '' }),
    update: (request) => {
      updates.push(request);
      return Promise.resolve({ updated: request.drawer_ids.length, unchanged: 0, missing: [] });
    },
  });
  const { moved, takeBack } = await moveDrawers(['drawer_5'], { wing: 'app', room: 'quay' }, () =>
    Promise.resolve(api),
  );
  expect(moved).toBe(1);
  await takeBack();
  expect(updates.map(({ drawer_ids: ids, room }) => [room, ids.toSorted()])).toEqual([
    ['quay', drawer_ids],
    ['notes', ['drawer_4', 'drawer_5']],
    ['attic', ['drawer_6']],
  ]);
});
