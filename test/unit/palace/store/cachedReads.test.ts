import { expect, it } from 'vitest';
import { drawerId, isoTime, roomName, wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import type { WriteTransaction } from '../../../../extension/palace/store/palaceStore.ts';
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

it('batches of moves are read once for many asks, and anew when a drawer of theirs may have moved on', async () => {
  const { store } = open;
  const at = (day: number) => isoTime(Date.UTC(2026, 0, day));
  const move = (drawer: string, day: number) => (write: WriteTransaction) => {
    const rowid = write.read.drawerById(drawerId(drawer))?.rowid ?? 0;
    write.updateDrawers([{ rowid, archived: { at: at(day), reason: 'maintenance' } }]);
    write.putMoves({ id: `b${day}`, at: at(day), by: 'maintenance', reason: null, planId: null }, [
      { drawerId: drawer, from: 'working', to: null, reason: 'idle' },
    ]);
  };
  await store.write((write) => write.insertDrawers(['a', 'b', 'c'].map((id) => newDrawer(id))));
  const rowidOf = (id: string): number => store.read.drawerById(drawerId(id))?.rowid ?? 0;
  const steps: ((write: WriteTransaction) => void)[] = [
    move('a', 3),
    move('b', 5),
    (write) => write.tellMoves(['b3'], at(6)),
    (write) => write.updateDrawers([{ rowid: rowidOf('a'), archived: null }]),
    move('c', 7),
    (write) => void write.insertDrawers([newDrawer('d')]),
    (write) => write.deleteDrawers([rowidOf('b')]),
  ];
  for (const step of steps) {
    await store.write(step);
    for (const untold of [false, true])
      for (const [day, limit] of [
        [5, 20],
        [1, 1],
        [4, 20],
        [1, 20],
      ] as const) {
        const inside = await store.write((write) => write.read.moveBatches(at(day), limit, untold));
        expect(store.read.moveBatches(at(day), limit, untold)).toEqual(inside);
      }
  }
  const [batch] = store.read.moveBatches(at(1), 20);
  expect(batch).toMatchObject({ id: 'b7', counts: { archived: 1 } });
  await store.write((write) => write.setMeta('some', 'thing'));
  expect(store.read.moveBatches(at(2), 1)[0]).toBe(batch);
});
