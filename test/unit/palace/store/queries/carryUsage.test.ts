import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawerId, isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../../extension/palace/store/palaceStore.ts';
import { newDrawer, sqliteWasm, temporaryFolder } from '../samplePalace.ts';

describe('a drawer that takes the place of another', () => {
  let place: ReturnType<typeof temporaryFolder>;
  let store: PalaceStore;
  const [old, other] = [drawerId('old'), drawerId('other')];
  const open = (rowid: number, sessionId: string, at: string) =>
    store.write((write) => write.recordAccess([{ rowid, sessionId, kind: 'opened', at: isoTime(at) }]));
  beforeEach(async () => {
    place = temporaryFolder();
    store = await openPalaceStore({ folder: place.folder, sqliteWasm });
    await store.write((write) => write.insertDrawers([newDrawer('old'), newDrawer('other')]));
    await open(2, 's1', '2026-01-01T10:00:00Z');
    await open(1, 's1', '2026-01-01T10:05:00Z');
    await open(1, 's2', '2026-01-03');
    await store.write((write) => {
      write.insertDrawers([newDrawer('zz-new')]);
      write.carryUsage(old, drawerId('zz-new'));
    });
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });

  it('has its accesses, its count and its long-term potentiation', () => {
    expect(store.read.drawerById(drawerId('zz-new'))).toMatchObject({
      accessCount: 2,
      lastAccessed: isoTime('2026-01-03'),
    });
    expect(store.read.usage.sessionsSince(['zz-new', 'old'], isoTime('2025-12-31'))).toEqual([
      { id: 'old', sessions: 2 },
      { id: 'zz-new', sessions: 2 },
    ]);
    expect(store.read.usage.due({ now: isoTime('2026-01-04'), days: 30 })).toContain('zz-new');
  });

  it('is paired with what the other was accessed with, which keeps its own', () => {
    expect(store.read.usage.coAccesses(['zz-new', 'old', 'other'])).toEqual([
      { a: 'old', b: 'other', count: 1 },
      { a: 'other', b: 'zz-new', count: 1 },
    ]);
    expect(store.read.drawerById(other)).toMatchObject({ accessCount: 1 });
  });

  it('counts a session once that used several of those whose place it takes', async () => {
    await open(2, 's3', '2026-01-05');
    await store.write((write) => write.carryUsage(other, drawerId('zz-new')));
    // s1 used both, s2 the one, s3 the other.
    expect(store.read.drawerById(drawerId('zz-new'))).toMatchObject({
      accessCount: 3,
      lastAccessed: isoTime('2026-01-05'),
    });
    expect(store.read.usage.sessionsSince(['zz-new'], isoTime('2025-12-31'))).toEqual([
      { id: 'zz-new', sessions: 3 },
    ]);
  });

  it('is not accessed at all where the other never was', async () => {
    await store.write((write) => {
      write.insertDrawers([newDrawer('a'), newDrawer('b')]);
      write.carryUsage(drawerId('a'), drawerId('b'));
    });
    expect(store.read.drawerById(drawerId('b'))).toMatchObject({ accessCount: 0, lastAccessed: null });
  });
});

describe('a drawer that becomes sensitive', () => {
  it('loses its vectors in the same commit, is embedded no more, and is due again when it is so no longer', async () => {
    const { folder, remove } = temporaryFolder();
    const store = await openPalaceStore({ folder, sqliteWasm });
    const vector = { rowid: 1, modelId: 'm', scale: 1, data: Int8Array.of(1, 2) };
    await store.write((write) => write.insertDrawers([newDrawer('a'), newDrawer('b')]));
    await store.write((write) => write.putVectors([vector, { ...vector, rowid: 2 }]));
    expect(store.read.vectorCounts('m')).toEqual({ done: 2, pending: 0 });
    await store.write((write) => write.updateDrawers([{ rowid: 1, sensitive: true }]));
    // An embedding that was under way meanwhile comes too late.
    await store.write((write) => write.putVectors([vector]));
    expect(store.read.scanVectors('m', 0, 9).map(({ rowid }) => rowid)).toEqual([2]);
    expect(store.read.vectorCounts('m')).toEqual({ done: 1, pending: 0 });
    await store.write((write) => write.updateDrawers([{ rowid: 1, sensitive: false }]));
    expect(store.read.rowidsWithoutVector('m', 9)).toEqual([1]);
    await store.close();
    remove();
  });
});
