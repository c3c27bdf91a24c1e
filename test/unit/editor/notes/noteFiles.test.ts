import { describe, expect, it } from 'vitest';
import { NoteFiles } from '../../../../extension/editor/notes/noteFiles.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { DrawerView } from '../../../../extension/palace/contract/drawerViewSchema.ts';
import { apiOf, drawerOf } from '../fakePalace.ts';

/** A palace of notes that knows their edits. */
const notes = (): { readonly api: PalaceApi; readonly drawers: Map<string, DrawerView> } => {
  const drawers = new Map([
    ['n0', drawerOf(0, { drawer_id: 'n0', type: 'decision', text: 'first', source_file: null })],
  ]);
  const of = (id: string): DrawerView => {
    const drawer = drawers.get(id);
    if (drawer === undefined) throw new PalaceError('E_DRAWER_NOT_FOUND', id);
    return drawer;
  };
  const api = apiOf({
    show: async ({ drawer_id: id }) => of(id),
    noteText: async ({ drawer_id: id }) => ({ drawer_ids: [id], parts: [], text: of(id).text }),
    editNote: async ({ drawer_id: id, text }) => {
      const old = of(id);
      if (old.archived) throw new PalaceError('E_NOTE', `${id} is in the archive.`);
      if (old.text === text) return { drawer_id: id, edited: false, archived: [] };
      const next = `n${drawers.size}`;
      drawers.set(id, { ...old, archived: true, archive_reason: 'edited', superseded_by: next });
      drawers.set(next, { ...old, drawer_id: next, text });
      return { drawer_id: next, edited: true, archived: [id] };
    },
  });
  return { api, drawers };
};

describe('a note’s document', () => {
  it('stays good over edits, whoever made them', async () => {
    const { api, drawers } = notes();
    const files = new NoteFiles(() => Promise.resolve(api));
    expect((await files.read('n0')).text).toBe('first');
    expect(await files.write('n0', 'second')).toBe('n1');
    expect(await files.write('n0', 'third')).toBe('n2');
    expect((await files.read('n0')).drawer.drawer_id).toBe('n2');
    await api.editNote({ drawer_id: 'n2', text: 'from elsewhere' });
    expect((await files.read('n0')).text).toBe('from elsewhere');
    expect((await new NoteFiles(() => Promise.resolve(api)).read('n0')).text).toBe('from elsewhere');
    expect([...drawers.values()].filter(({ archived }) => !archived)).toHaveLength(1);
  });

  it('that was saved unchanged files nothing; one that was archived by hand is shown as it is and can’t be saved', async () => {
    const { api, drawers } = notes();
    const files = new NoteFiles(() => Promise.resolve(api));
    expect(await files.write('n0', 'first')).toBe('n0');
    expect(drawers.size).toBe(1);
    drawers.set('n0', drawerOf(0, { ...drawers.get('n0'), archived: true, archive_reason: 'by_hand' }));
    expect((await files.read('n0')).drawer.archived).toBe(true);
    await expect(files.write('n0', 'x')).rejects.toMatchObject({ code: 'E_NOTE' });
    await expect(files.read('gone')).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
  });
});
