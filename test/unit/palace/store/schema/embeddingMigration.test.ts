import { expect, it } from 'vitest';
import { isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import { temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, palaceOfSchema } from '../samplePalace.ts';

it('the step to schema 11 keeps what waits for a vector, and its order', async () => {
  const folder = temporaryFolder();
  const open = await palaceOfSchema(folder);
  const old = await open(10);
  await old.write((write) => {
    write.insertDrawers([
      newDrawer('waits', { type: 'insight' }),
      newDrawer('embedded', { type: 'insight' }),
      newDrawer('secret', { type: 'insight', sensitive: true }),
      newDrawer('archived', { type: 'insight' }),
      newDrawer('used', { type: 'insight' }),
    ]);
    write.updateDrawers([{ rowid: 4, archived: { at: isoTime(0), reason: 'old' } }]);
    write.putUse(newDrawer('used').id, { accessCount: 3, lastAccessed: null, accesses: [], rejectedAt: null });
    write.putVectors([{ rowid: 2, modelId: 'm', scale: 1, data: new Int8Array(4) }]);
  });
  const before = old.read.rowidsWithoutVector('m', 9);
  expect(before).toEqual([5, 1]);
  await old.close();

  const store = await open(11);
  expect(store.schemaVersion).toBe(11);
  expect(store.read.rowidsWithoutVector('m', 9)).toEqual(before);
  expect(store.read.vectorCounts('m')).toEqual({ done: 1, pending: 2 });
  await store.close();
});
