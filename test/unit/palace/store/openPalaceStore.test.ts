import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../extension/palace/store/openDatabase.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { nodeFileSystem, type FileSystem } from '../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../extension/palace/store/realFile/loadSqlite.ts';
import { repairPalace } from '../../../../extension/palace/store/repair/repairPalace.ts';
import { startSqlite } from '../../../../extension/palace/store/realFile/sqliteInstance.ts';
import { damageText } from '../../../../extension/palace/store/storeHealth.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from './samplePalace.ts';

const fileError = (code: string): Error => Object.assign(new Error(code), { code });

/** A file system on which nothing may be written. */
const readOnlyFileSystem = (code: 'EACCES' | 'EROFS'): FileSystem => {
  const refuse = (): never => {
    throw fileError(code);
  };
  return {
    ...nodeFileSystem,
    open: (file, flags, mode) => (flags === 0 ? nodeFileSystem.open(file, flags, mode) : refuse()),
    write: refuse,
    truncate: refuse,
    unlink: refuse,
    rename: refuse,
    checkWritable: refuse,
    makeFolder: (folder) => (existsSync(folder) ? undefined : refuse()),
  };
};

const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name) => [name, readFileSync(path.join(folder, name), 'base64')]),
  );

describe('openPalaceStore', () => {
  let place: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    place = temporaryFolder();
  });
  afterEach(() => place.remove());
  const open = (fileSystem?: FileSystem) => openPalaceStore({ folder: place.folder, sqliteWasm, fileSystem });
  const file = () => path.join(place.folder, 'palace.sqlite');

  /** Leaves a palace with one drawer, as a killed process would: its newest commits only in the log. */
  const killedPalace = async (): Promise<void> => {
    const store = await open();
    await store.write((write) => write.insertDrawers([newDrawer('kept')]));
    const copy = `${place.folder}-copy`;
    mkdirSync(copy);
    for (const name of readdirSync(place.folder))
      copyFileSync(path.join(place.folder, name), path.join(copy, name));
    await store.close();
    place.remove();
    place = { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
  };

  it('gives back after reopening what was written before closing', async () => {
    const store = await open();
    const source = newSource('s1', 'docs/über/a.md');
    const rowids = await store.write((write) => {
      write.putSource(source);
      return write.insertDrawers([
        newDrawer('a', { sourceId: source.id, text: 'Grüße 🏛️ \0 end\r\n', speaker: 'Ada', exchange: 3, part: 1 }),
        newDrawer('b', {
          lines: { start: 1, end: 4 },
          span: { start: 0, end: 9 },
          importance: 0.25,
          pinned: true,
          sensitive: true,
        }),
      ]);
    });
    expect(rowids).toEqual([1, 2]);
    const before = store.read.drawersByRowid([2, 1]);
    expect(before).toMatchObject([
      {
        id: 'b',
        lines: { start: 1, end: 4 },
        span: { start: 0, end: 9 },
        importance: 0.25,
        pinned: true,
        sensitive: true,
        sourceFile: null,
      },
      {
        id: 'a',
        text: 'Grüße 🏛️ \0 end\r\n',
        sourceFile: 'docs/über/a.md',
        speaker: 'Ada',
        exchange: 3,
        part: 1,
        archived: false,
        accessCount: 0,
      },
    ]);
    await store.close();
    const again = await open();
    expect(again.revision).toBe(1);
    expect(again.read.drawersByRowid([2, 1])).toEqual(before);
    expect(again.read.sources()).toEqual([source]);
    await again.close();
  });

  it('leaves one plain SQLite file and no log after closing', async () => {
    const store = await open();
    await store.write((write) => write.setMeta('key', 'value'));
    expect(store.bytes()).toBeGreaterThan(4096);
    await store.close();
    expect(readdirSync(place.folder)).toEqual(['palace.sqlite']);
    expect(readFileSync(file()).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  it('keeps several palaces open in one process without one touching the other', async () => {
    const other = temporaryFolder();
    const [one, two] = [await open(), await openPalaceStore({ folder: other.folder, sqliteWasm })];
    await Promise.all([
      one.write((write) => write.insertDrawers([newDrawer('one')])),
      two.write((write) => write.insertDrawers([newDrawer('two')])),
    ]);
    expect(one.read.scanDrawers(0, 10).map(({ id }) => id)).toEqual(['one']);
    expect(two.read.scanDrawers(0, 10).map(({ id }) => id)).toEqual(['two']);
    await one.close();
    expect(two.read.counts().total).toBe(1);
    await two.close();
    other.remove();
  });

  it('creates missing parent folders', async () => {
    const store = await openPalaceStore({ folder: path.join(place.folder, 'a', 'b'), sqliteWasm });
    await store.close();
    expect(existsSync(path.join(place.folder, 'a', 'b', 'palace.sqlite'))).toBe(true);
  });

  it('finds committed drawers in the log of a killed process', async () => {
    await killedPalace();
    expect(readdirSync(place.folder)).toContain('palace.sqlite-wal');
    const store = await open();
    expect(store.read.drawersByRowid([1])).toMatchObject([{ id: 'kept' }]);
    expect(store.health).toEqual({ state: 'ok' });
    await store.close();
  });

  it('refuses a palace from the future and leaves its bytes as they are', async () => {
    await (await open()).close();
    const database = openDatabase(
      { sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem, folder: place.folder },
      { readOnly: false },
    );
    database.run("UPDATE meta SET value = '999' WHERE key = 'schema_version'");
    database.close();
    const before = bytesOf(place.folder);
    await expect(open()).rejects.toMatchObject({
      code: 'E_PALACE_NEWER',
      message: expect.stringContaining('999'),
    });
    expect(bytesOf(place.folder)).toEqual(before);
  });

  it.each(['EACCES', 'EROFS'] as const)(
    'reads a palace whose folder refuses writes with %s, its log included, and changes no byte',
    async (code) => {
      await killedPalace();
      const before = bytesOf(place.folder);
      const store = await open(readOnlyFileSystem(code));
      expect(store.health).toMatchObject({ state: 'read_only' });
      expect(store.read.drawersByRowid([1])).toMatchObject([{ id: 'kept' }]);
      expect(await store.verify()).toMatchObject({ ok: true, checked: 1 });
      await expect(store.write((write) => write.setMeta('a', 'b'))).rejects.toMatchObject({
        code: 'E_PALACE_READ_ONLY',
      });
      await store.close();
      expect(bytesOf(place.folder)).toEqual(before);
    },
  );

  it('reads a cleanly closed palace in a read-only folder', async () => {
    const store = await open();
    await store.write((write) => write.insertDrawers([newDrawer('kept')]));
    await store.close();
    const again = await open(readOnlyFileSystem('EROFS'));
    expect(again.read.counts().total).toBe(1);
    await again.close();
  });

  it('names the file that may not be read', async () => {
    await killedPalace();
    const denied: FileSystem = {
      ...nodeFileSystem,
      open: (name, flags, mode) => {
        if (name === file()) throw fileError('EACCES');
        return nodeFileSystem.open(name, flags, mode);
      },
    };
    await expect(open(denied)).rejects.toMatchObject({
      code: 'E_PALACE_READ_ONLY',
      message: `${file()} may not be read.`,
    });
  });

  it('says so when there is no palace and none can be created', async () => {
    await expect(open(readOnlyFileSystem('EACCES'))).rejects.toMatchObject({ code: 'E_PALACE_READ_ONLY' });
  });

  it.each<[name: string, damage: () => void | Promise<void>]>([
    ['is no SQLite file', () => writeFileSync(file(), 'not a database, but long enough to look at'.repeat(200))],
    [
      'has a damaged header',
      () => {
        const bytes = readFileSync(file());
        bytes.fill(0xff, 0, 60);
        writeFileSync(file(), bytes);
      },
    ],
    ['is cut in half', () => truncateSync(file(), statSync(file()).size / 2)],
    [
      "is another program's SQLite file",
      async () => {
        const database = (await loadSqlite(sqliteWasm)).open({
          folder: place.folder,
          file: 'other',
          fileSystem: nodeFileSystem,
        });
        database.run('CREATE TABLE t (x)');
        database.close();
        copyFileSync(path.join(place.folder, 'other'), file());
      },
    ],
  ])('opens a palace that %s for reading only, with nothing overwritten', async (_name, damage) => {
    const fresh = await open();
    await fresh.write((write) =>
      write.insertDrawers(Array.from({ length: 100 }, (_, i) => newDrawer(`drawer ${i}`))),
    );
    await fresh.close();
    await damage();
    const before = bytesOf(place.folder);
    const store = await open();
    expect(store.health).toMatchObject({ state: 'damaged', reason: expect.stringContaining('palace.sqlite') });
    await expect(store.write((write) => write.setMeta('a', 'b'))).rejects.toMatchObject({
      code: 'E_PALACE_DAMAGED',
    });
    expect(damageText(store.health)).toMatch(/\w\. Nothing damaged is overwritten\./);
    expect((await store.verify()).ok).toBe(false);
    await store.close();
    expect(bytesOf(place.folder)).toEqual(before);
  });

  it('does not take a log whose palace is gone for rubbish', async () => {
    await killedPalace();
    writeFileSync(file(), '');
    const before = bytesOf(place.folder);
    const store = await open();
    expect(store.health.state).toBe('damaged');
    expect(() => store.read.counts()).toThrow(expect.objectContaining({ code: 'E_PALACE_DAMAGED' }));
    await store.close();
    expect(bytesOf(place.folder)).toEqual(before);
  });

  it.each(['is empty', 'is gone'])('does not make a new palace beside backups whose palace %s', async (lost) => {
    const store = await open();
    await store.write((write) => write.insertDrawers([newDrawer('kept')]));
    await store.backup();
    await store.close();
    if (lost === 'is empty') writeFileSync(file(), '');
    else rmSync(file());
    const before = bytesOf(place.folder);
    const again = await open();
    expect(again.health).toMatchObject({ state: 'damaged', reason: expect.stringMatching(/backups.*repair/) });
    await expect(again.write((write) => write.setMeta('a', 'b'))).rejects.toMatchObject({
      code: 'E_PALACE_DAMAGED',
    });
    await again.close();
    expect(bytesOf(place.folder)).toEqual(before);
    const sqlite = await loadSqlite(sqliteWasm);
    const options = { folder: place.folder, sqlite, fileSystem: nodeFileSystem, clock: () => new Date() };
    expect(await repairPalace({ ...options, dryRun: false })).toMatchObject({ state: 'repaired' });
    const repaired = await open();
    expect([repaired.health.state, repaired.read.counts().total]).toEqual(['ok', 1]);
    await repaired.close();
  });

  it('does not take an emptied file beside its word index for a new palace', async () => {
    await killedPalace();
    rmSync(`${file()}-wal`);
    truncateSync(file());
    writeFileSync(path.join(place.folder, 'lexical.idx'), 'an index');
    const store = await open();
    expect(store.health).toMatchObject({
      state: 'damaged',
      reason: `${file()} is empty, but its word index lexical.idx is there. Delete both to start over.`,
    });
    await store.close();
    expect(statSync(file()).size).toBe(0);
    rmSync(file());
    const anew = await open();
    expect(anew.health.state).toBe('ok');
    await anew.close();
  });

  it('does not make a new palace beside one that a repair has completed', async () => {
    const store = await open();
    await store.write((write) => write.insertDrawers([newDrawer('kept')]));
    await store.close();
    renameSync(file(), path.join(place.folder, 'repaired.sqlite'));
    const again = await open();
    expect(again.health).toMatchObject({ state: 'damaged', reason: expect.stringContaining('repaired.sqlite') });
    await again.close();
  });

  it('names what it misses in a WebAssembly module that it was not made for', () => {
    const other = path.resolve('node_modules/sql.js/dist/sql-wasm.wasm');
    expect(() => startSqlite(new WebAssembly.Module(readFileSync(other)), other)).toThrow(
      expect.objectContaining({ code: 'E_SQLITE_INCOMPATIBLE', message: expect.stringContaining('asks for') }),
    );
  });

  it('runs no SQLite that is not the shipped one', async () => {
    const altered = path.join(place.folder, 'sql.wasm');
    const bytes = readFileSync(sqliteWasm);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(altered, bytes);
    await expect(openPalaceStore({ folder: place.folder, sqliteWasm: altered })).rejects.toMatchObject({
      code: 'E_SQLITE_INCOMPATIBLE',
      message: expect.stringMatching(/altered: its SHA-256 is/),
    });
    await expect(
      openPalaceStore({ folder: place.folder, sqliteWasm: path.join(place.folder, 'nothing.wasm') }),
    ).rejects.toMatchObject({ code: 'E_SQLITE_INCOMPATIBLE' });
  });

  it('answers calls after closing with a coded error, and closes twice without one', async () => {
    const store = await open();
    await store.close();
    await store.close();
    expect(() => store.read.counts()).toThrow(expect.objectContaining({ code: 'E_OWNER_GONE' }));
    await expect(store.write(() => 1)).rejects.toMatchObject({ code: 'E_OWNER_GONE' });
    await expect(store.verify()).rejects.toMatchObject({ code: 'E_OWNER_GONE' });
  });
});
