import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/palaceError.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore, WriteTransaction } from '../../../extension/palace/store/palaceStore.ts';
import { loadSqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import type { Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from '../../unit/store/samplePalace.ts';
import { failingFileSystem } from './failingFileSystem.ts';
import type { FailingFileSystem, Fault } from './failingFileSystem.ts';

const faults = ['EIO', 'ENOSPC', 'EACCES', 'half'] as const;
const codes = ['E_DISK_FULL', 'E_DISK_ERROR', 'E_PALACE_READ_ONLY'];

/** All that a palace holds, comparable. */
const contents = (store: PalaceStore): unknown => ({
  drawers: store.read.scanDrawers(0, 100_000), sources: store.read.sources(), vectors: store.read.scanVectors('m', 0, 100_000), counts: store.read.counts(),
  revision: store.read.meta('palace_revision'), marks: ['first', 'second'].map((key) => store.read.meta(key)),
});

/** What is done under fault: writes of one turn that touch many pages. */
const writes: readonly ((write: WriteTransaction) => void)[] = [
  (write) => {
    const source = newSource('s9', 'new.md');
    write.putSource(source);
    const rowids = write.insertDrawers(Array.from({ length: 8 }, (_, i) => newDrawer(`new ${i}`, { sourceId: source.id, text: `new text ${i} `.repeat(100) })));
    write.putVectors(rowids.map((rowid) => ({ rowid, modelId: 'm', scale: 0.5, data: new Int8Array(384).fill(rowid) })));
  },
  (write) => write.updateDrawers([{ rowid: 3, pinned: true }, { rowid: 30, importance: 0.9 }]),
  (write) => write.deleteDrawers([5, 6, 7]),
  (write) => write.setMeta('first', 'set'),
];

describe('a disk that fails', () => {
  const workshop = temporaryFolder();
  const template = path.join(workshop.folder, 'template');
  let sqlite: Sqlite;
  let runs = 0;
  let failures = 0;
  /** What the template holds after `writes`. */
  let after: unknown;

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    const store = await open(failingFileSystem(), template);
    await store.write((write) => {
      write.putSource(newSource('s1', 'old.md'));
      write.insertDrawers(Array.from({ length: 40 }, (_, i) => newDrawer(`old ${i}`, { sourceId: newSource('s1', '').id, text: `old text ${i} `.repeat(i * 3) })));
    });
    await store.close();
    // A palace as a killed process leaves it: the newest commit is in the log only.
    const again = await open(failingFileSystem(), template);
    await again.write((write) => write.setMeta('second', 'in the log'));
    cpSync(template, `${template}-killed`, { recursive: true });
    await again.close();
    cpSync(template, `${template}-written`, { recursive: true });
    const written = await open(failingFileSystem(), `${template}-written`);
    await writeAll(written, writes);
    after = contents(written);
    await written.close();
  });
  afterAll(() => {
    workshop.remove();
    console.log(`failing disk: ${runs} runs, ${failures} of them with an error reported`);
  });

  const open = (fileSystem: FailingFileSystem, folder: string) => openPalace({ folder, sqlite, fileSystem, clock: () => new Date(0), millisecondsPerCommit: Infinity });

  /** Runs `work` on a copy of a palace for every call that it makes, failing that call. `work` tells whether it made that many. */
  const forEveryCall = async (
    fault: Fault, lasting: boolean, source: string, work: (fileSystem: FailingFileSystem, folder: string, arm: () => void) => Promise<boolean>, step = 1,
  ): Promise<void> => {
    for (let nth = 1; ; nth += step) {
      const folder = path.join(workshop.folder, `run-${runs++}`);
      cpSync(source, folder, { recursive: true });
      const fileSystem = failingFileSystem();
      let reached = false;
      try {
        reached = await work(fileSystem, folder, () => fileSystem.arm(fault, nth, lasting));
      } catch (thrown) {
        throw new Error(`${fault} at call ${nth} (${fileSystem.failedCall})${lasting ? ' and after' : ''}`, { cause: thrown });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      if (!reached) return;
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
    it.each([false, true])('each write is whole or refused; reads go on, a retry works, also after reopening (lasting: %s)', async (lasting) => {
      await forEveryCall(fault, lasting, template, async (fileSystem, folder, arm) => {
        const store = await open(fileSystem, folder);
        const before = contents(store);
        arm();
        const errors = await writeAll(store, writes);
        const reached = fileSystem.heal();
        if (fault === 'half') expect(errors).toEqual(writes.map(() => undefined));
        if (fault === 'ENOSPC') for (const error of errors) expect(error?.code ?? 'E_DISK_FULL').toBe('E_DISK_FULL');
        if (errors.every((error) => error !== undefined)) {
          expect(contents(store)).toEqual(before);
          expect(store.revision).toBe(2);
        }
        expect(await writeAll(store, writes.filter((_, i) => errors[i] !== undefined))).not.toContainEqual(expect.anything());
        expect(contents(store)).toEqual(after);
        await store.close();
        const again = await open(fileSystem, folder);
        expect(contents(again)).toEqual(after);
        expect(await again.verify()).toMatchObject({ ok: true });
        await again.close();
        return reached;
      });
    });

    it('a write that was refused does not come back when the process is killed before the next', async () => {
      const oneWrite = [(write: WriteTransaction) => writes.forEach((work) => work(write))];
      await forEveryCall(fault, false, template, async (fileSystem, folder, arm) => {
        const store = await open(fileSystem, folder);
        const before = contents(store);
        arm();
        const [error] = await writeAll(store, oneWrite);
        const reached = fileSystem.heal();
        cpSync(folder, `${folder}-killed`, { recursive: true });
        const now = contents(store);
        if (error !== undefined) expect(now).toEqual(before);
        await store.close();
        const again = await open(fileSystem, `${folder}-killed`);
        expect(contents(again)).toEqual(now);
        await again.close();
        rmSync(`${folder}-killed`, { recursive: true });
        return reached;
      });
    });

    it.each(['template', 'template-killed'])('opening %s fails with a code or works; nothing is lost, nothing is taken for damage', async (name) => {
      const source = path.join(workshop.folder, name);
      const reference = await open(failingFileSystem(), `${source}`);
      const expected = contents(reference);
      await reference.close();
      await forEveryCall(fault, false, source, async (fileSystem, folder, arm) => {
        arm();
        await codedError(async () => {
          const store = await open(fileSystem, folder);
          try {
            expect(store.health.state).not.toBe('damaged');
          } finally {
            await store.close();
          }
        });
        const reached = fileSystem.heal();
        const store = await open(fileSystem, folder);
        expect(store.health.state).toBe('ok');
        expect(contents(store)).toEqual(expected);
        await store.close();
        return reached;
      });
    });

    it('creating a palace fails with a code or works, and can be tried again', async () => {
      const empty = path.join(workshop.folder, 'empty');
      mkdirSync(empty, { recursive: true });
      await forEveryCall(fault, false, empty, async (fileSystem, folder, arm) => {
        arm();
        await codedError(async () => (await open(fileSystem, folder)).close());
        const reached = fileSystem.heal();
        const store = await open(fileSystem, folder);
        expect(store.health.state).toBe('ok');
        await store.write((write) => write.setMeta('works', 'yes'));
        await store.close();
        return reached;
      });
    });

    it('closing loses nothing', async () => {
      await forEveryCall(fault, true, template, async (fileSystem, folder, arm) => {
        const store = await open(fileSystem, folder);
        await writeAll(store, writes);
        arm();
        await codedError(() => store.close());
        const reached = fileSystem.heal();
        const again = await open(fileSystem, folder);
        expect(contents(again)).toEqual(after);
        await again.close();
        return reached;
      });
    });

    it('a backup fails with a code and leaves nothing half behind, or works; the palace goes on', async () => {
      await forEveryCall(fault, false, template, async (fileSystem, folder, arm) => {
        const store = await open(fileSystem, folder);
        const before = contents(store);
        arm();
        await codedError(() => store.backup());
        const reached = fileSystem.heal();
        expect(contents(store)).toEqual(before);
        expect(store.health.state).toBe('ok');
        await store.backup();
        await store.write((write) => write.setMeta('works', 'yes'));
        await store.close();
        return reached;
      }, 3);
    });
  });
});
