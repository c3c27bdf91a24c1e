import path from 'node:path';
import { expect, it } from 'vitest';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { openPalace, sqliteWasm, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

/** Opens the indexes of a palace. `texts`: of which drawers the opening read the text. */
const openIndexes = async (folder: string): Promise<{ readonly size: number; readonly texts: string[] }> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  const texts: string[] = [];
  const noted = <D extends { readonly text: string }>(drawers: D[]): D[] => {
    texts.push(...drawers.map(({ text }) => text));
    return drawers;
  };
  const read: PalaceStore['read'] = {
    ...store.read,
    scanDrawers: (after, limit) => noted(store.read.scanDrawers(after, limit)),
    drawersByRowid: (rowids) => noted(store.read.drawersByRowid(rowids)),
    drawersOfSource: (id) => noted(store.read.drawersOfSource(id)),
  };
  const indexes = await PalaceIndexes.load({ folder, health: store.health, read });
  await store.close();
  indexes.dispose();
  return { size: indexes.lexical.size, texts };
};

it('opening a palace reads only the texts written since its word index was saved', async () => {
  const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  writeFiles(workspace, { 'docs/a.md': '# Tides\n\nThe tide turns.\n', 'src/b.ts': 'export const berth = 1;\n' });
  const palace = await openPalace({ folder });
  await palace.mine({ folders: [{ path: workspace, name: 'harbour' }], wait_for_embeddings: true });
  await palace.save({ text: 'The crane is inspected in March.', type: 'insight', tags: ['crane'] });
  await palace.close();
  expect(await openIndexes(folder)).toEqual({ size: 3, texts: [] });

  // A process that is killed leaves the index as it was.
  const store = await openPalaceStore({ folder, sqliteWasm });
  const [first] = store.read.scanDrawers(0, 1);
  await store.write((transaction) => transaction.updateDrawers([{ rowid: first?.rowid ?? 0, type: 'reference' }]));
  await store.close();
  expect(await openIndexes(folder)).toEqual({ size: 3, texts: [first?.text] });
});

it('opening a palace reads the parts of a long note once, however many there are', async () => {
  const folder = path.join(temporaryFolder(), 'palace');
  const palace = await openPalace({ folder });
  await palace.save({ text: `The crane.\n\n${'It is inspected in March. '.repeat(1500)}`, type: 'insight' });
  const { drawers } = await palace.list({ limit: 1000 });
  expect(drawers.length).toBeGreaterThan(20);
  await palace.close();
  const { size, texts } = await openIndexes(folder);
  expect([size, texts.length]).toEqual([drawers.length, drawers.length]);
});
