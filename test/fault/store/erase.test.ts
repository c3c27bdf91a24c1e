import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseDrawers } from '../../../extension/palace/erasing/eraseDrawers.ts';
import { erasureReach } from '../../../extension/palace/erasing/erasureReach.ts';
import { finishErasure } from '../../../extension/palace/erasing/finishErasure.ts';
import { PalaceIndexes } from '../../../extension/palace/indexing/palaceIndexes.ts';
import { isoTime } from '../../../extension/palace/model/drawer/ids.ts';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { isLong, randomFrom, seed } from '../../fixtures/testSize.ts';
import { memoryFileSystem, type MemoryFileSystem } from './memoryFileSystem.ts';

const folder = '/palace';
const word = 'quibblefrost';
const now = isoTime('2026-03-01T12:00:00Z');
const changes = ['write', 'rename', 'unlink', 'truncate', 'sync'] as const;

describe(`a process that ends while it erases (seed ${seed})`, () => {
  let sqlite: Sqlite;
  const whole = memoryFileSystem();
  let stops = 0;
  const open = (fileSystem: FileSystem) =>
    openPalace({ folder, sqlite, fileSystem, clock: () => new Date(now), millisecondsPerCommit: Infinity });

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    const store = await open(whole);
    await store.write((write) =>
      write.insertDrawers([
        ...Array.from({ length: 5 }, (_, i) => newDrawer(`kept ${i}`, { text: `Kept ${i}. `.repeat(i * 20 + 1) })),
        newDrawer('gone', { text: `The ${word} gate. `.repeat(200) }),
      ]),
    );
    await store.backup();
    await store.write((write) => {
      write.logQueries([{ text: word, at: now, resultIds: ['gone'] }]);
      // An earlier copy of the text, in what is free in the file.
      write.deleteDrawers(write.insertDrawers([newDrawer('earlier', { text: `${word} earlier `.repeat(200) })]));
    });
    await store.close();
  });
  afterAll(() => console.log(`erasures stopped: ${stops}`));

  const kept = (store: PalaceStore) => store.read.scanDrawers(0, 100).filter(({ id }) => id !== 'gone');
  const filesWith = (disk: MemoryFileSystem): string[] =>
    [folder, `${folder}/backups`]
      .flatMap((within) => disk.list(within).map((name) => `${within}/${name}`))
      .filter((file) => disk.get(file).includes(word));

  const erase = async (fileSystem: FileSystem): Promise<void> => {
    const store = await open(fileSystem);
    const indexes = await PalaceIndexes.load(store);
    await store.write((write) => {
      const reach = erasureReach(write.read, ['gone'], indexes);
      eraseDrawers(write, reach, now);
    });
    await finishErasure(store);
    await store.close();
  };

  /** Fails every change from this one on. `done` gets the names of those before. */
  const stoppedAt = (disk: MemoryFileSystem, stop: number, done: string[] = []): FileSystem => {
    const stopping = changes.map((name) => [
      name,
      (...values: never[]) => {
        if (done.length >= stop) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        done.push(name);
        return (disk[name] as (...given: never[]) => unknown)(...values);
      },
    ]);
    return { ...disk, ...(Object.fromEntries(stopping) as Pick<FileSystem, (typeof changes)[number]>) };
  };

  /** Opens what was left and finishes it. Returns whether the drawer was still there. */
  const finish = async (disk: MemoryFileSystem, others: unknown, where: string): Promise<boolean> => {
    const store = await open(disk);
    const isThere = store.read.scanDrawers(0, 100).some(({ id }) => id === 'gone');
    expect(kept(store), where).toEqual(others);
    expect(store.health, where).toEqual({ state: 'ok' });
    const isFinished = await finishErasure(store);
    expect(kept(store), where).toEqual(others);
    expect(await store.verify(), where).toMatchObject({ ok: true });
    expect(
      disk.list(`${folder}/backups`).some((name) => name.startsWith('palace-')),
      where,
    ).toBe(true);
    await store.close();
    if (isThere) expect(isFinished, where).toBe(false);
    else expect(filesWith(disk), where).toEqual([]);
    return isThere;
  };

  it('leaves either the whole drawer or not a byte of it, and every other drawer, wherever it ends', async () => {
    const random = randomFrom(seed);
    expect(filesWith(whole)).toHaveLength(2);
    const store = await open(whole.copy());
    const others = kept(store);
    await store.close();
    const steps: string[] = [];
    await erase(stoppedAt(whole.copy(), Infinity, steps));
    // In a usual run every tenth write of a page, and every other change.
    const stopped = [...steps.keys()].filter(
      (step) => isLong || steps[step] !== 'write' || (step + seed) % 10 === 0,
    );
    const outcomes: boolean[] = [];
    for (const step of [...stopped, Infinity]) {
      const disk = whole.copy();
      // What fails after the last commit, while the palace is closed, need not be reported.
      await erase(stoppedAt(disk, step)).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(PalaceError));
      await finish(disk.afterPowerLoss(random), others, `power lost at change ${step}`);
      outcomes.push(await finish(disk.copy(), others, `stopped at change ${step}`));
    }
    stops = stopped.length;
    // Once it is erased it stays so.
    expect(outcomes).toContain(true);
    expect(outcomes.slice(outcomes.indexOf(false))).not.toContain(true);
    expect(outcomes.at(-1)).toBe(false);
  });
});
