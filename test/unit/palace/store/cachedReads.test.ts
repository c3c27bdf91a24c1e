import { expect, it } from 'vitest';
import { drawerId, isoTime, roomName, wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import { newDrawer, newSource } from './samplePalace.ts';
import { storePerTest } from './storePerTest.ts';

const open = storePerTest();

it('a drawer that was read is read as each later commit leaves it', async () => {
  const { store } = open;
  const source = newSource('s', 'old.md');
  const [rowid = 0] = await store.write((write) => {
    write.putSource(source);
    return write.insertDrawers([
      newDrawer('a', { sourceId: source.id, wing: wingName('w'), room: roomName('r') }),
    ]);
  });
  const read = () => store.read.drawersByRowid([rowid]);
  expect(read()).toMatchObject([{ sourceFile: 'old.md', accessCount: 0 }]);
  expect(read()[0]).toBe(read()[0]);
  await store.write((write) => write.putSource({ ...source, path: 'new.md' }));
  expect(read()).toMatchObject([{ sourceFile: 'new.md' }]);
  await store.write((write) => write.recordAccess([{ rowid, sessionId: 'one', kind: 'opened', at: isoTime(0) }]));
  expect(read()).toMatchObject([{ accessCount: 1 }]);
  await store.write((write) =>
    write.renameDrawers([{ rowid, from: drawerId('a'), to: drawerId('b'), room: roomName('other') }]),
  );
  expect(read()).toMatchObject([{ id: 'b', room: 'other' }]);
  await expect(
    store.write((write) => {
      write.updateDrawers([{ rowid, pinned: true }]);
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect(read()).toMatchObject([{ pinned: false }]);
  await store.write((write) => write.deleteDrawers([rowid]));
  expect(read()).toEqual([]);
});
