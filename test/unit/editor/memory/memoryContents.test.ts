import { describe, expect, it } from 'vitest';
import { MemoryContents } from '../../../../extension/editor/memory/memoryContents.ts';
import { noFilter } from '../../../../extension/editor/memory/memoryFilter.ts';
import { PalaceError } from '../../../../extension/palace/model/palaceError.ts';
import { apiOf, drawerOf, hitOf, resultOf, statusOf } from '../fakePalace.ts';

const counted = (types: Record<string, number>) =>
  apiOf({
    status: () =>
      Promise.resolve(
        statusOf(2, { drawers: { ...statusOf(2).drawers, by_room: { app: { git: 2 } }, by_type: types } }),
      ),
  });
const indexed = () => ({ commits: 2, days: 7 });

describe('what comes before the wings', () => {
  it('is the note on automatically indexed commits, and the offer to mine where no file was', async () => {
    const kinds = async (types: Record<string, number>, contents = new MemoryContents(indexed)) =>
      (await contents.children(counted(types), undefined)).map(({ kind }) => kind);
    expect(await kinds({ git_commit: 2 })).toEqual(['commits', 'unmined', 'wing']);
    expect(await kinds({ git_commit: 2, file: 1 })).toEqual(['commits', 'wing']);
    expect(await kinds({ file: 1 })).toEqual(['wing']);
    expect(await kinds({ git_commit: 2 }, new MemoryContents())).toEqual(['wing']);
  });
});

describe('the rows of the Memory view under a filter by words', () => {
  it('leave out a drawer that was deleted after the search', async () => {
    const api = apiOf({
      search: () => Promise.resolve(resultOf('words', [hitOf(1), hitOf(2), hitOf(3)])),
      show: ({ drawer_id: id }) =>
        id === 'drawer_2'
          ? Promise.reject(new PalaceError('E_DRAWER_NOT_FOUND', 'gone'))
          : Promise.resolve(drawerOf(Number(id.slice('drawer_'.length)))),
    });
    const contents = new MemoryContents();
    contents.filter = { ...noFilter, text: 'words' };
    const rows = await contents.children(api, { kind: 'room', wing: 'app', room: 'src', count: 3 });
    expect(rows.map((row) => row.kind === 'drawer' && row.drawer.drawer_id)).toEqual(['drawer_1', 'drawer_3']);
  });
});
