import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { finishErasure, markUnfinished } from '../../../../extension/palace/erasing/finishErasure.ts';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer } from '../store/samplePalace.ts';

it('no save of the word index runs while the palace’s files are rewritten', async () => {
  const store = await openPalaceStore({ folder: path.join(temporaryFolder(), 'palace'), sqliteWasm });
  const indexes = await PalaceIndexes.load(store);
  store.onCommit((change) => indexes.apply(change));
  await store.write((transaction) => {
    transaction.insertDrawers([newDrawer('d1')]);
    markUnfinished(transaction);
  });
  const order: string[] = [];
  const { health, read } = store;
  const write: typeof store.write = (work) => store.write(work);
  const rewrite = (): Promise<void> => {
    order.push('rewrite');
    return store.rewrite();
  };
  // The save of an idle palace, which began before.
  const saving = indexes.save().then(() => order.push('saved'));
  await finishErasure({ health, read, write, rewrite }, indexes);
  await saving;
  expect(order).toEqual(['saved', 'rewrite']);
  expect(existsSync(path.join(store.folder, 'lexical.idx'))).toBe(true);
  await store.close();
});
