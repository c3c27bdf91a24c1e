import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isoTime, roomName, wingName } from '../../../../../extension/palace/model/drawer/ids.ts';
import { openPalace } from '../../../../../extension/palace/store/openPalace.ts';
import type {
  CommittedChange,
  PalaceStore,
  WriteTransaction,
} from '../../../../../extension/palace/store/palaceStore.ts';
import { nodeFileSystem } from '../../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from '../samplePalace.ts';

describe('writing', () => {
  let place: ReturnType<typeof temporaryFolder>;
  let store: PalaceStore;
  let syncs = 0;
  beforeEach(async () => {
    place = temporaryFolder();
    store = await openPalace({
      folder: place.folder,
      sqlite: await loadSqlite(sqliteWasm),
      clock: () => new Date(0),
      millisecondsPerCommit: Infinity,
      fileSystem: {
        ...nodeFileSystem,
        sync: (file) => {
          syncs++;
          nodeFileSystem.sync(file);
        },
      },
    });
    await store.write((write) => write.setMeta('warm', 'yes'));
    syncs = 0;
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });

  it('commits writes of one turn together: one sync for all of them', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.write((write) => write.insertDrawers([newDrawer(`d${i}`)]))),
    );
    expect(store.read.counts().total).toBe(20);
    expect(syncs).toBe(1);
  });

  it('raises the revision by one with each write, and not with one that failed or only read', async () => {
    const before = store.revision;
    await Promise.all([
      store.write((write) => write.setMeta('a', '1')),
      store.write((write) => write.setMeta('b', '2')),
    ]);
    expect(store.revision).toBe(before + 2);
    await store.write((write) => write.read.counts());
    await expect(
      store.write(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(store.revision).toBe(before + 2);
    expect(store.read.meta('palace_revision')).toBe(String(before + 2));
  });

  it('undoes a throwing write alone, and lets its neighbours of the same commit stand', async () => {
    const outcomes = await Promise.allSettled([
      store.write((write) => write.insertDrawers([newDrawer('first')])),
      store.write((write) => {
        write.insertDrawers([newDrawer('undone')]);
        throw new Error('changed my mind');
      }),
      store.write((write) => write.insertDrawers([newDrawer('third'), newDrawer('first')])),
      store.write((write) => write.insertDrawers([newDrawer('last')])),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'E_SQL' } });
    expect(store.read.scanDrawers(0, 10).map(({ id }) => id)).toEqual(['first', 'last']);
  });

  it('never gives a rowid out twice, not even that of the last drawer after it is deleted', async () => {
    const [first = 0] = await store.write((write) => write.insertDrawers([newDrawer('a')]));
    await store.write((write) => write.deleteDrawers([first]));
    const [second = 0] = await store.write((write) => write.insertDrawers([newDrawer('a')]));
    expect(second).toBeGreaterThan(first);
  });

  it('tells listeners of each commit in order, before its promise resolves, with drawers as they stand after it', async () => {
    const seen: (CommittedChange | string)[] = [];
    const listener = store.onCommit((change) => seen.push(change));
    const base = store.revision;
    const [rowid = 0] = await store.write((write) => {
      write.putSource(newSource('s', 'old.md'));
      const rowids = write.insertDrawers([newDrawer('a', { sourceId: newSource('s', 'old.md').id })]);
      write.updateDrawers([{ rowid: rowids[0] ?? 0, pinned: true }]);
      write.putVectors([{ rowid: rowids[0] ?? 0, modelId: 'm', scale: 0.5, data: Int8Array.of(1, -2, 3) }]);
      return rowids;
    });
    seen.push('resolved');
    await Promise.all([
      store.write((write) => write.putSource(newSource('s', 'new.md'))),
      store.write((write) => write.recordAccess([{ rowid, sessionId: 'one', kind: 'opened', at: isoTime(0) }])),
      store.write((write) => write.deleteDrawers([rowid])),
    ]);
    listener.dispose();
    await store.write((write) => write.setMeta('not', 'seen'));
    expect(seen).toMatchObject([
      {
        revision: base + 1,
        inserted: [{ rowid, pinned: true, sourceFile: 'old.md' }],
        updated: [],
        deleted: [],
        vectors: [{ rowid, modelId: 'm', data: Int8Array.of(1, -2, 3) }],
      },
      'resolved',
      { revision: base + 2, inserted: [], updated: [{ rowid, sourceFile: 'new.md' }], deleted: [] },
      { revision: base + 3, updated: [{ rowid, accessCount: 1, lastAccessed: '1970-01-01T00:00:00.000Z' }] },
      { revision: base + 4, inserted: [], updated: [], deleted: [rowid] },
    ]);
  });

  it('sees its own writes inside a transaction, counts and vectors included', async () => {
    await store.write((write) => {
      const [rowid = 0] = write.insertDrawers([newDrawer('a')]);
      expect(write.read.counts().total).toBe(1);
      expect(write.read.vectorCounts('m')).toEqual({ done: 0, pending: 1 });
      write.putVectors([{ rowid, modelId: 'm', scale: 1, data: Int8Array.of(1) }]);
      expect(write.read.rowidsWithoutVector('m', 5)).toEqual([]);
    });
  });

  it('refuses a transaction that is used after its work has returned', async () => {
    let kept: WriteTransaction | undefined;
    await store.write((write) => {
      kept = write;
    });
    expect(() => kept?.setMeta('late', 'x')).toThrow(expect.objectContaining({ code: 'E_SQL' }));
    expect(() => kept?.insertDrawers([newDrawer('late')])).toThrow(expect.objectContaining({ code: 'E_SQL' }));
    expect(store.read.meta('late')).toBeUndefined();
  });

  it('counts a drawer once per session', async () => {
    const [rowid = 0] = await store.write((write) => write.insertDrawers([newDrawer('a')]));
    const access = (sessionId: string, at: number) => ({
      rowid,
      sessionId,
      kind: 'opened' as const,
      at: isoTime(at),
    });
    await store.write((write) =>
      write.recordAccess([access('one', 1000), access('one', 2000), access('two', 3000)]),
    );
    await store.write((write) => write.recordAccess([access('one', 4000)]));
    expect(store.read.drawersByRowid([rowid])).toMatchObject([
      { accessCount: 2, lastAccessed: '1970-01-01T00:00:03.000Z' },
    ]);
  });

  it('changes only what a patch names, and archives and restores', async () => {
    const [rowid = 0] = await store.write((write) => write.insertDrawers([newDrawer('a')]));
    const [before] = store.read.drawersByRowid([rowid]);
    const patch = {
      rowid,
      wing: wingName('w2'),
      room: roomName('r2'),
      tier: 'longterm',
      importance: 0.9,
      pinned: true,
    } as const;
    await store.write((write) =>
      write.updateDrawers([patch, { rowid, archived: { at: isoTime(0), reason: 'old' } }]),
    );
    expect(store.read.drawersByRowid([rowid])).toEqual([
      { ...before, ...patch, archived: true, archivedAt: isoTime(0), archiveReason: 'old' },
    ]);
    await store.write((write) =>
      write.updateDrawers([
        {
          rowid,
          archived: null,
          wing: wingName('wing'),
          room: roomName('room'),
          tier: 'working',
          importance: 0.5,
          pinned: false,
        },
      ]),
    );
    expect(store.read.drawersByRowid([rowid])).toEqual([before]);
    await expect(store.write((write) => write.updateDrawers([{ rowid: 99, pinned: true }]))).rejects.toMatchObject(
      { code: 'E_DRAWER_NOT_FOUND' },
    );
  });

  it('keeps a source for as long as it has drawers: refuses while one is live, waits while one is archived', async () => {
    const source = newSource('s', 'a.md');
    const [rowid = 0] = await store.write((write) => {
      write.putSource(source);
      return write.insertDrawers([newDrawer('a', { sourceId: source.id })]);
    });
    const remove = () => store.write((write) => write.removeSource(source.id));
    await expect(remove()).rejects.toMatchObject({ code: 'E_SQL' });
    await store.write((write) => write.updateDrawers([{ rowid, archived: { at: isoTime(0), reason: 'gone' } }]));
    await remove();
    expect(store.read.sourceById(source.id)).toEqual(source);
    await store.write((write) => write.deleteDrawers([rowid]));
    await remove();
    expect(store.read.sourceById(source.id)).toBeUndefined();
  });

  it('files no drawer of a source that is not there', async () => {
    await expect(
      store.write((write) => write.insertDrawers([newDrawer('a', { sourceId: newSource('none', 'x').id })])),
    ).rejects.toMatchObject({ code: 'E_SQL' });
  });

  it('lets a write stand whose listener throws, tells the other listeners, and does not hide the error', async () => {
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const loud = vi.fn();
    process.on('uncaughtException', loud);
    try {
      const other = vi.fn();
      store.onCommit(() => {
        throw new Error('listener');
      });
      store.onCommit(other);
      await store.write((write) => write.setMeta('stands', 'yes'));
      await nextTurn();
      expect(store.read.meta('stands')).toBe('yes');
      expect(other).toHaveBeenCalledOnce();
      expect(loud).toHaveBeenCalledOnce();
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of listeners) process.on('uncaughtException', listener);
    }
  });
});
