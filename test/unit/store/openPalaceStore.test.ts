import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from './samplePalace.ts';

describe('a palace on disk', () => {
  let place: ReturnType<typeof temporaryFolder>;
  beforeEach(() => { place = temporaryFolder(); });
  afterEach(() => place.remove());
  const open = () => openPalaceStore({ folder: place.folder, sqliteWasm });

  it('gives back after reopening what was written before closing', async () => {
    const store = await open();
    const source = newSource('s1', 'docs/über/a.md');
    const rowids = await store.write((write) => {
      write.putSource(source);
      return write.insertDrawers([newDrawer('a', { sourceId: source.id, text: 'Grüße 🏛️ \0 end\r\n' }), newDrawer('b', { lines: { start: 1, end: 4 }, span: { start: 0, end: 9 } })]);
    });
    expect(rowids).toEqual([1, 2]);
    const before = store.read.drawersByRowid([2, 1]);
    await store.close();
    const again = await open();
    expect(again.revision).toBe(1);
    expect(again.read.drawersByRowid([2, 1])).toEqual(before);
    expect(again.read.sources()).toEqual([source]);
    expect(before[1]).toMatchObject({ text: 'Grüße 🏛️ \0 end\r\n', sourceFile: 'docs/über/a.md' });
    expect(await again.verify()).toEqual({ ok: true, checked: 2, damaged: [] });
    await again.backup();
    await again.close();
  });
});
