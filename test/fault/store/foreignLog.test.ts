import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareWithoutLog } from '../../../extension/palace/store/foreignLog.ts';
import { openDatabase } from '../../../extension/palace/store/openDatabase.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { repairPalace } from '../../../extension/palace/store/repair/repairPalace.ts';
import { newDrawer, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { randomFrom, seed, size } from '../../fixtures/testSize.ts';
import { memoryFileSystem, type MemoryFileSystem } from './memoryFileSystem.ts';

const restored = size('SYNAPSE_FOREIGN_LOGS', 4, 300);
const folder = '/palace';
const [palaceFile, logFile] = [`${folder}/palace.sqlite`, `${folder}/palace.sqlite-wal`];

const ids = (store: PalaceStore): string[] => store.read.scanDrawers(0, 10_000).map(({ id }) => String(id));

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Calls `before` ahead of every operation that changes something. */
const watched = (fileSystem: FileSystem, before: () => void): FileSystem => {
  const announced =
    <G extends unknown[], T>(work: (...given: G) => T) =>
    (...given: G): T => {
      before();
      return work(...given);
    };
  return {
    ...fileSystem,
    write: announced(fileSystem.write),
    truncate: announced(fileSystem.truncate),
    sync: announced(fileSystem.sync),
    unlink: announced(fileSystem.unlink),
    rename: announced(fileSystem.rename),
  };
};

describe(`a backup beside the log of a killed process (seed ${seed})`, () => {
  let sqlite: Sqlite;
  let checked = 0;
  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
  });
  afterAll(() => console.log(`restored backups: ${checked}`));
  const open = (fileSystem: FileSystem) => openPalace({ folder, sqlite, fileSystem, clock: () => new Date(0) });
  const random = randomFrom(seed);
  const write = (store: PalaceStore, names: readonly string[]): Promise<unknown> =>
    store.write((transaction) =>
      transaction.insertDrawers(
        names.map((name) => newDrawer(name, { text: `${name} `.repeat(1 + random() * 800) })),
      ),
    );
  const names = (of: string): string[] =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, (_, i) => `${of}.${i}`);

  /** The files of a process that was killed at a random moment, with its latest backup in the palace's place. */
  const killedAndRestored = async (): Promise<{ readonly disk: MemoryFileSystem; readonly held: string[] }> => {
    const disk = memoryFileSystem();
    const moments: MemoryFileSystem[] = [];
    let isWatching = false;
    const fileSystem = watched(disk, () => void (isWatching && random() < 0.05 && moments.push(disk.copy())));
    const store = await open(fileSystem);
    for (let i = 0; i < 1 + Math.floor(random() * 6); i++) await write(store, names(`before ${i}`));
    const held = ids(store);
    const backup = await store.backup();
    isWatching = true;
    for (let i = 0; i < 6; i++) await write(store, names(`after ${i}`));
    moments.push(disk.copy());
    await store.close();
    const logged = moments.filter((moment) => moment.get(logFile).length > 0);
    const killed = logged[Math.floor(random() * logged.length)] ?? disk;
    killed.put(palaceFile, killed.get(backup));
    return { disk: killed, held };
  };
  const kept = (disk: MemoryFileSystem): string[] =>
    disk
      .list(folder)
      .filter((name) => name.startsWith('foreign-log-'))
      .map((name) => hashOf(disk.get(`${folder}/${name}`)));

  /** The backup with a row that no palace can have. */
  const damaged = (disk: MemoryFileSystem): Buffer => {
    const changed = disk.copy();
    changed.unlink(logFile);
    const database = openDatabase({ folder, sqlite, fileSystem: changed }, { readOnly: false });
    database.run("UPDATE drawers SET filed_at = 'never' WHERE rowid = 1");
    database.close();
    declareWithoutLog(changed, palaceFile);
    return changed.get(palaceFile);
  };

  it('opens the backup, keeps the log byte for byte, and loses nothing that is then written, whenever it is killed or power fails', async () => {
    for (; checked < restored; checked++) {
      const { disk, held } = await killedAndRestored();
      const log = disk.get(logFile);
      expect(log.length).toBeGreaterThan(0);
      const acknowledged = [...held];
      const outages: { readonly after: MemoryFileSystem; readonly acknowledged: readonly string[] }[] = [];
      const session = watched(disk, () => {
        if (random() < 0.02) outages.push({ after: disk.copy(), acknowledged: [...acknowledged] });
        if (random() < 0.02) outages.push({ after: disk.afterPowerLoss(random), acknowledged: [...acknowledged] });
      });
      const store = await open(session);
      expect(store.health).toEqual({ state: 'ok' });
      expect(ids(store)).toEqual(held);
      for (let commit = 0; commit < 3; commit++) {
        const more = names(`new ${commit}`);
        await write(store, more);
        acknowledged.push(...more);
      }
      outages.push({ after: disk.copy(), acknowledged: [...acknowledged] });
      await store.close();
      expect(kept(disk)).toEqual([hashOf(log)]);
      for (const { after, acknowledged: promised } of outages) {
        const again = await open(after);
        expect(again.health).toEqual({ state: 'ok' });
        expect(ids(again).slice(0, promised.length)).toEqual(promised);
        expect(await again.verify()).toMatchObject({ ok: true });
        await again.close();
        expect(kept(after)).toEqual([hashOf(log)]);
      }
    }
  });

  it('changes nothing where it is only read', async () => {
    const { disk, held } = await killedAndRestored();
    const before = disk.list(folder).map((name) => [name, hashOf(disk.get(`${folder}/${name}`))]);
    const store = await openPalace({
      folder,
      sqlite,
      fileSystem: disk,
      clock: () => new Date(0),
      isReadOnly: true,
    });
    expect(ids(store)).toEqual(held);
    expect(store.copies().foreignLogs).toEqual(['palace.sqlite-wal']);
    await store.close();
    expect(disk.list(folder).map((name) => [name, hashOf(disk.get(`${folder}/${name}`))])).toEqual(before);
  });

  it('reads and repairs a damaged backup that has no log beside it', async () => {
    const { disk, held } = await killedAndRestored();
    disk.put(palaceFile, damaged(disk));
    disk.unlink(logFile);
    const store = await open(disk);
    expect(store.health.state).toBe('damaged');
    expect(ids(store)).toEqual(held.slice(1));
    await store.close();
    const place = { folder, sqlite, fileSystem: disk, clock: () => new Date(0) };
    expect(await repairPalace({ ...place, dryRun: false })).toMatchObject({ drawers: { total: held.length } });
  });

  it('applies the log neither where it reads a damaged backup nor where it repairs one, and keeps it', async () => {
    const { disk, held } = await killedAndRestored();
    const log = hashOf(disk.get(logFile));
    disk.put(palaceFile, damaged(disk));
    const store = await open(disk);
    expect(store.health.state).toBe('damaged');
    expect(ids(store)).toEqual(held.slice(1));
    await store.close();
    expect(hashOf(disk.get(logFile))).toBe(log);
    const place = { folder, sqlite, fileSystem: disk, clock: () => new Date(0) };
    const report = await repairPalace({ ...place, dryRun: false });
    expect(report).toMatchObject({ state: 'repaired', drawers: { total: held.length } });
    expect(hashOf(disk.get(`${report.kept}/palace.sqlite-wal`))).toBe(log);
    const repaired = await open(disk);
    expect(ids(repaired)).toEqual(held);
    await repaired.close();
  });

  it('never takes a palace’s own log for another’s, also not that of a backup that was put back', async () => {
    const { disk } = await killedAndRestored();
    const store = await open(disk);
    for (let session = 0; session < 3; session++) {
      await write(store, names(`session ${session}`));
      expect(disk.get(palaceFile).subarray(18, 20)).toEqual(Buffer.from([2, 2]));
      const killed = disk.copy();
      const held = ids(store);
      const next = await open(killed);
      expect(ids(next)).toEqual(held);
      expect(kept(killed)).toHaveLength(1);
      await next.close();
    }
    await store.rewrite();
    await write(store, names('rewritten'));
    const held = ids(store);
    const next = await open(disk.copy());
    expect(ids(next)).toEqual(held);
    expect(next.copies().foreignLogs).toEqual([]);
    await next.close();
    await store.close();
  });
});
