import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore, WriteTransaction } from '../../../extension/palace/store/palaceStore.ts';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, newSource, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { failingFileSystem, type FailingFileSystem, type Fault } from './failingFileSystem.ts';
import { memoryFileSystem, type MemoryFileSystem } from './memoryFileSystem.ts';
import { isTried } from '../../fixtures/testSize.ts';

const faults = ['EIO', 'ENOSPC', 'EACCES', 'half'] as const;
/** Which calls a fault strikes: in a long run all; else one in twelve, each fault others, so that every third call fails in one way. */
const strikes = (fault: (typeof faults)[number], nth: number): boolean =>
  isTried(nth + 3 * faults.indexOf(fault), 3 * faults.length);
const codes = ['E_DISK_FULL', 'E_DISK_ERROR', 'E_PALACE_READ_ONLY'];

/** All that a palace holds, comparable. */
const contents = (store: PalaceStore): unknown => ({
  drawers: store.read.scanDrawers(0, 100_000),
  sources: store.read.sources(),
  // As texts: thousands of numbers would be compared one by one.
  vectors: store.read
    .scanVectors('m', 0, 100_000)
    .map(({ data, ...vector }) => ({ ...vector, data: Buffer.from(data).toString('hex') })),
  counts: store.read.counts(),
  revision: store.read.meta('palace_revision'),
  marks: ['first', 'second'].map((key) => store.read.meta(key)),
});

/** What is done under fault: writes of one turn that touch many pages. */
const writes: readonly ((write: WriteTransaction) => void)[] = [
  (write) => {
    const source = newSource('s9', 'new.md');
    write.putSource(source);
    const rowids = write.insertDrawers(
      Array.from({ length: 8 }, (_, i) =>
        newDrawer(`new ${i}`, { sourceId: source.id, text: `new text ${i} `.repeat(100) }),
      ),
    );
    write.putVectors(
      rowids.map((rowid) => ({ rowid, modelId: 'm', scale: 0.5, data: new Int8Array(384).fill(rowid) })),
    );
  },
  (write) =>
    write.updateDrawers([
      { rowid: 3, pinned: true },
      { rowid: 30, importance: 0.9 },
    ]),
  (write) => write.deleteDrawers([5, 6, 7]),
  (write) => write.setMeta('first', 'set'),
];

describe('a disk that fails', () => {
  let sqlite: Sqlite;
  let runs = 0;
  let failures = 0;
  /** A palace closed cleanly; the same as a killed process leaves it, its newest commit in the log only; and none. */
  const disks = { closed: memoryFileSystem(), killed: memoryFileSystem(), none: memoryFileSystem() };
  /** What the palace holds, and what it holds after `writes`. */
  let held: unknown;
  let after: unknown;

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    const disk = memoryFileSystem();
    const store = await open(disk);
    await store.write((write) => {
      write.putSource(newSource('s1', 'old.md'));
      write.insertDrawers(
        Array.from({ length: 40 }, (_, i) =>
          newDrawer(`old ${i}`, { sourceId: newSource('s1', '').id, text: `old text ${i} `.repeat(i * 3) }),
        ),
      );
    });
    await store.close();
    const again = await open(disk);
    await again.write((write) => write.setMeta('second', 'in the log'));
    disks.killed = disk.copy();
    held = contents(again);
    await again.close();
    disks.closed = disk.copy();
    const written = await open(disk);
    await writeAll(written, writes);
    after = contents(written);
    await written.close();
  });
  afterAll(() => console.log(`failing disk: ${runs} runs, ${failures} errors reported`));

  const open = (fileSystem: FileSystem) =>
    openPalace({
      folder: '/palace',
      sqlite,
      fileSystem,
      clock: () => new Date(0),
      millisecondsPerCommit: Infinity,
    });

  /** Runs `work` for every call that it makes, failing that call. `work` tells whether it made that many. */
  const forEveryCall = async (
    fault: Fault,
    lasting: boolean,
    source: MemoryFileSystem,
    work: (fileSystem: FailingFileSystem, disk: MemoryFileSystem, arm: () => void) => Promise<boolean>,
  ): Promise<void> => {
    for (let nth = 1, reached = true; reached; nth++) {
      if (!strikes(fault, nth)) continue;
      runs++;
      const disk = source.copy();
      const fileSystem = failingFileSystem(disk);
      try {
        reached = await work(fileSystem, disk, () => fileSystem.arm(fault, nth, lasting));
      } catch (thrown) {
        throw new Error(`${fault} at call ${nth} (${fileSystem.failedCall})${lasting ? ' and after' : ''}`, {
          cause: thrown,
        });
      }
    }
  };

  /** The coded error that `run` ends with; `undefined` if it succeeds. */
  const codedError = async (run: () => Promise<unknown>): Promise<PalaceError | undefined> => {
    try {
      await run();
      return undefined;
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(PalaceError);
      const error = PalaceError.from(thrown);
      expect(codes).toContain(error.code);
      failures++;
      return error;
    }
  };

  const writeAll = (store: PalaceStore, works: readonly ((write: WriteTransaction) => void)[]) =>
    Promise.all(works.map((work) => codedError(() => store.write(work))));

  describe.each(faults)('with %s', (fault) => {
    it.each([false, true])(
      'each write succeeds completely or is refused; reads go on, and a retry works, also after reopening (lasting: %s)',
      async (lasting) => {
        await forEveryCall(fault, lasting, disks.closed, async (fileSystem, _disk, arm) => {
          const store = await open(fileSystem);
          const before = contents(store);
          arm();
          const errors = await writeAll(store, writes);
          const reached = fileSystem.heal();
          if (fault === 'half') expect(errors).toEqual(writes.map(() => undefined));
          if (fault === 'ENOSPC')
            for (const error of errors) expect(error?.code ?? 'E_DISK_FULL').toBe('E_DISK_FULL');
          if (errors.every((error) => error !== undefined)) {
            expect(contents(store)).toEqual(before);
            expect(store.revision).toBe(2);
          }
          expect(
            await writeAll(
              store,
              writes.filter((_, i) => errors[i] !== undefined),
            ),
          ).not.toContainEqual(expect.anything());
          expect(contents(store)).toEqual(after);
          await store.close();
          const again = await open(fileSystem);
          expect(contents(again)).toEqual(after);
          expect(await again.verify()).toMatchObject({ ok: true });
          await again.close();
          return reached;
        });
      },
    );

    it('a write that was refused does not come back when the process is killed before the next', async () => {
      const oneWrite = [(write: WriteTransaction) => writes.forEach((work) => work(write))];
      await forEveryCall(fault, false, disks.closed, async (fileSystem, disk, arm) => {
        const store = await open(fileSystem);
        const before = contents(store);
        arm();
        const [error] = await writeAll(store, oneWrite);
        const reached = fileSystem.heal();
        const killed = disk.copy();
        const now = contents(store);
        if (error !== undefined) expect(now).toEqual(before);
        await store.close();
        const again = await open(killed);
        expect(contents(again)).toEqual(now);
        await again.close();
        return reached;
      });
    });

    it.each(['closed', 'killed'] as const)(
      'opening a palace that was %s works or fails with an error code; nothing is lost or mistaken for damage',
      async (name) => {
        await forEveryCall(fault, false, disks[name], async (fileSystem, _disk, arm) => {
          arm();
          await codedError(async () => {
            const store = await open(fileSystem);
            try {
              expect(store.health.state).not.toBe('damaged');
            } finally {
              await store.close();
            }
          });
          const reached = fileSystem.heal();
          const store = await open(fileSystem);
          expect(store.health.state).toBe('ok');
          expect(contents(store)).toEqual(held);
          await store.close();
          return reached;
        });
      },
    );

    it('creating a palace works or fails with an error code, and can be tried again', async () => {
      await forEveryCall(fault, false, disks.none, async (fileSystem, _disk, arm) => {
        arm();
        await codedError(async () => (await open(fileSystem)).close());
        const reached = fileSystem.heal();
        const store = await open(fileSystem);
        expect(store.health.state).toBe('ok');
        await store.write((write) => write.setMeta('works', 'yes'));
        await store.close();
        return reached;
      });
    });

    it('closing loses nothing', async () => {
      await forEveryCall(fault, true, disks.closed, async (fileSystem, _disk, arm) => {
        const store = await open(fileSystem);
        await writeAll(store, writes);
        arm();
        await codedError(() => store.close());
        const reached = fileSystem.heal();
        const again = await open(fileSystem);
        expect(contents(again)).toEqual(after);
        await again.close();
        return reached;
      });
    });

    it('a backup works, or fails with an error code and leaves nothing half-written; the palace goes on', async () => {
      await forEveryCall(fault, false, disks.closed, async (fileSystem, disk, arm) => {
        const store = await open(fileSystem);
        arm();
        await codedError(() => store.backup());
        const reached = fileSystem.heal();
        expect(contents(store)).toEqual(held);
        expect(store.health.state).toBe('ok');
        await store.backup();
        expect(disk.list('/palace/backups').filter((name) => !name.startsWith('palace-'))).toEqual([]);
        await store.write((write) => write.setMeta('works', 'yes'));
        await store.close();
        return reached;
      });
    });
  });
});
