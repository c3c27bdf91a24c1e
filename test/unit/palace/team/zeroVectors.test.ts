import path from 'node:path';
import { expect, it } from 'vitest';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { sharedDrawers, vectorFor } from '../../../../extension/palace/team/sharedDrawer.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, sqliteWasm } from '../store/samplePalace.ts';

it('a vector that is zero is neither sent to a team, whose server can’t compare it, nor taken from one', async () => {
  const store = await openPalaceStore({ folder: path.join(temporaryFolder(), 'palace'), sqliteWasm });
  await store.write((transaction) => transaction.insertDrawers([newDrawer('zero'), newDrawer('sound')]));
  const rowids = new Map(store.read.scanDrawers(0, 2).map(({ id, rowid }) => [String(id), rowid]));
  const vector = (id: string, scale: number, data: readonly number[]) => ({
    rowid: rowids.get(id) ?? 0,
    modelId: 'm',
    scale,
    data: Int8Array.from(data),
  });
  await store.write((transaction) =>
    transaction.putVectors([vector('zero', 0, [0, 0]), vector('sound', 0.5, [1, 2])]),
  );
  const shared = sharedDrawers(store.read, ['zero', 'sound'], 'm');
  expect(shared.get('zero')?.vector).toBeNull();
  expect(shared.get('sound')?.vector).toEqual({ model: 'm', scale: 0.5, data: Int8Array.of(1, 2) });
  const taken = (scale: number) =>
    vectorFor(1, { record: {}, text: '', vector: { model: 'm', scale, data: Int8Array.of(1, 2) } }, 'm', 2);
  expect(taken(0)).toEqual([]);
  expect(taken(0.5)).toHaveLength(1);
  await store.close();
});
