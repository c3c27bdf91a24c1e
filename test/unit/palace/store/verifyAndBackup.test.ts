import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../../../extension/palace/model/drawer/drawer.ts';
import { openDatabase, pageBytes } from '../../../../extension/palace/store/openDatabase.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { nodeFileSystem } from '../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../extension/palace/store/realFile/loadSqlite.ts';
import { textIsAsFiled } from '../../../../extension/palace/store/textIntegrity.ts';
import { newDrawer, sqliteWasm, temporaryFolder } from './samplePalace.ts';

describe('verify and backup', () => {
  let place: ReturnType<typeof temporaryFolder>;
  let store: PalaceStore;
  let minute = 0;
  const open = async (): Promise<PalaceStore> =>
    (store = await openPalaceStore({
      folder: place.folder,
      sqliteWasm,
      clock: () => new Date(Date.UTC(2026, 0, 1, 0, minute++)),
    }));
  beforeEach(async () => {
    place = temporaryFolder();
    await open();
    await store.write((write) =>
      write.insertDrawers(
        Array.from({ length: 500 }, (_, i) =>
          newDrawer(`drawer ${i}`, { text: `verbatim text number ${i}, `.repeat((i % 70) + 1) }),
        ),
      ),
    );
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });
  const backups = () => readdirSync(path.join(place.folder, 'backups')).sort();

  it('checks every drawer and reports its progress to the end', async () => {
    const progress: number[] = [];
    expect(
      await store.verify({
        onProgress: (done, total) => {
          progress.push(done);
          expect(total).toBe(500);
        },
      }),
    ).toEqual({ ok: true, checked: 500, damaged: [] });
    expect(progress.at(-1)).toBe(500);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it('has one finding for a file of which nothing can be read', async () => {
    await store.close();
    const file = path.join(place.folder, 'palace.sqlite');
    writeFileSync(file, 'no database');
    await open();
    expect(await store.verify()).toEqual({
      ok: false,
      checked: 0,
      damaged: [
        { what: 'file', id: 'palace.sqlite', problem: `${file} is damaged: SQLite: file is not a database` },
      ],
    });
  });

  it('names each drawer whose text changed on disk, and writes nothing more', async () => {
    await store.close();
    const file = path.join(place.folder, 'palace.sqlite');
    const bytes = readFileSync(file);
    const at = bytes.indexOf('verbatim text number 321,');
    bytes.write('V', at);
    writeFileSync(file, bytes);
    await open();
    expect(store.health.state).toBe('ok');
    const report = await store.verify();
    expect(report).toMatchObject({ ok: false, checked: 500, damaged: [{ what: 'drawer', id: 'drawer 321' }] });
    expect(store.health).toMatchObject({ state: 'damaged', damaged: report.damaged });
    await expect(store.write((write) => write.setMeta('a', 'b'))).rejects.toMatchObject({
      code: 'E_PALACE_DAMAGED',
    });
    const [changed] = store.read.drawersByRowid([322]);
    expect(changed && textIsAsFiled(changed)).toBe(false);
    await expect(store.backup()).rejects.toMatchObject({ code: 'E_PALACE_DAMAGED' });
    expect(backups()).toEqual([]);
  });

  it.each<[string, (store: PalaceStore) => unknown]>([
    ['by row', (opened) => opened.read.drawersByRowid([1, 322])],
    ['by ID', (opened) => opened.read.drawerById(newDrawer('drawer 321').id)],
    ['in a page', (opened) => opened.read.page({}, null, 500)],
  ])('tells of a changed text when it is read %s, though nobody asked to verify', async (_name, read) => {
    await store.close();
    const file = path.join(place.folder, 'palace.sqlite');
    const bytes = readFileSync(file);
    bytes.write('V', bytes.indexOf('verbatim text number 321,'));
    writeFileSync(file, bytes);
    await open();
    store.read.drawersByRowid([1, 2]);
    expect(store.health.state).toBe('ok');
    read(store);
    read(store);
    expect(store.health).toMatchObject({ state: 'damaged', damaged: [{ what: 'drawer', id: 'drawer 321' }] });
    expect(store.health.state === 'damaged' && store.health.damaged.length).toBe(1);
  });

  it('saves what can still be read when a page in the middle is gone', async () => {
    await store.close();
    const file = path.join(place.folder, 'palace.sqlite');
    const bytes = readFileSync(file);
    const page = Math.floor(bytes.indexOf('verbatim text number 250,') / pageBytes);
    bytes.fill(0xa5, page * pageBytes, (page + 1) * pageBytes);
    writeFileSync(file, bytes);
    await open();
    const report = await store.verify();
    expect(report.ok).toBe(false);
    expect(report.checked).toBeGreaterThan(240);
    expect(report.checked).toBeLessThan(500);
  });

  it('stops when told to, and says so', async () => {
    await expect(store.verify({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'E_CANCELLED' });
  });

  it('stops a running check when the palace closes', async () => {
    const running = store.verify();
    const outcome = expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
    await store.close();
    await outcome;
  });

  it('makes a backup that is a palace of its own, equal in every drawer', async () => {
    const file = await store.backup();
    expect(path.basename(file)).toMatch(/^palace-20260101T\d{9}Z-r1\.sqlite$/);
    expect(backups()).toEqual([path.basename(file)]);
    const copy = openDatabase(
      { sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem, folder: path.dirname(file) },
      { readOnly: true, file: path.basename(file) },
    );
    expect(copy.statement('SELECT text FROM drawers ORDER BY rowid').all((row) => row.text(0))).toEqual(
      store.read.scanDrawers(0, 1000).map(({ text }) => text),
    );
    copy.abandon();
  });

  it('keeps the pages that an earlier version gave the file until the file is written anew', async () => {
    const pagesNow = async (): Promise<number | undefined> => {
      await store.close();
      const header = readFileSync(path.join(place.folder, 'palace.sqlite'));
      await open();
      return header.readUInt16BE(16);
    };
    const texts = () => store.read.scanDrawers(0, 1000).map(({ text }) => text);
    const before = texts();
    expect(await pagesNow()).toBe(pageBytes);
    await store.close();
    const earlier = openDatabase(
      { sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem, folder: place.folder },
      { readOnly: false },
    );
    earlier.run('PRAGMA journal_mode = DELETE; PRAGMA page_size = 4096; VACUUM');
    earlier.close();
    await open();
    expect(await pagesNow()).toBe(4096);
    await store.write((write) => write.insertDrawers([newDrawer('one more')]));
    await store.backup();
    expect([await pagesNow(), texts()]).toEqual([4096, [...before, 'The text of one more.']]);
    await store.rewrite();
    expect([await pagesNow(), texts()]).toEqual([pageBytes, [...before, 'The text of one more.']]);
    expect(await store.verify()).toMatchObject({ ok: true, checked: 501 });
  });

  it('backs up a whole revision while writes go on', async () => {
    const running = store.backup();
    for (let i = 0; i < 30; i++) {
      await store.write((write) =>
        write.insertDrawers([0, 1, 2].map((part) => newDrawer(`during ${i}.${part}`, { text: 'x'.repeat(5000) }))),
      );
    }
    const file = await running;
    const revision = Number(/-r(\d+)\.sqlite$/.exec(file)?.[1]);
    const copy = openDatabase(
      { sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem, folder: path.dirname(file) },
      { readOnly: true, file: path.basename(file) },
    );
    const drawers = copy
      .statement('SELECT content_hash, text FROM drawers')
      .all((row) => ({ hash: row.text(0), text: row.text(1) }));
    copy.abandon();
    expect(drawers.length).toBe(500 + 3 * (revision - 1));
    expect(drawers.every(({ hash, text }) => contentHash(text) === hash)).toBe(true);
    expect(store.read.counts().total).toBe(590);
  });

  it('keeps the newest three and leaves other files alone', async () => {
    for (let i = 0; i < 4; i++) await store.backup();
    writeFileSync(path.join(place.folder, 'backups', 'mine.sqlite'), 'x');
    const newest = backups().slice(-2);
    const last = path.basename(await store.backup());
    expect(backups().filter((name) => name.startsWith('palace-'))).toEqual([...newest, last].sort());
    expect(existsSync(path.join(place.folder, 'backups', 'mine.sqlite'))).toBe(true);
  });

  it('is made although an older one can’t be removed, which the next one tries again', async () => {
    await store.close();
    let isHeld = true;
    store = await openPalaceStore({
      folder: place.folder,
      sqliteWasm,
      clock: () => new Date(Date.UTC(2026, 0, 1, 0, minute++)),
      fileSystem: {
        ...nodeFileSystem,
        unlink: (file) => {
          if (isHeld && path.dirname(file).endsWith('backups'))
            throw Object.assign(new Error('another program has it open'), { code: 'EBUSY' });
          nodeFileSystem.unlink(file);
        },
      },
    });
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.push(path.basename(await store.backup()));
    expect(backups()).toEqual(made);
    isHeld = false;
    made.push(path.basename(await store.backup()));
    expect(backups()).toEqual(made.slice(-3));
  });

  it('keeps the newest three, the last one among them, after the clock was set back', async () => {
    const made: string[] = [];
    for (const back of [0, 0, 0, 60, 0]) {
      minute -= back;
      await store.write((write) => write.setMeta('backup', `${made.length}`));
      made.push(path.basename(await store.backup()));
    }
    expect(backups()).toEqual(made.slice(-3));
  });

  it('names what is in the way of the backups', async () => {
    const file = path.join(place.folder, 'backups');
    writeFileSync(file, '');
    await expect(store.backup()).rejects.toMatchObject({
      code: 'E_DISK_ERROR',
      message: `No backup can be made: ${file} is not a folder.`,
    });
  });

  it('says how far it is, and leaves nothing when nobody waits for it any more', async () => {
    const seen: (readonly [number, number])[] = [];
    const file = await store.backup({ onProgress: (...progress) => seen.push(progress) });
    const total = seen[0]?.[1] ?? 0;
    expect(total).toBe((2 * statSync(file).size) / pageBytes);
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).toSorted((a, b) => a - b));
    expect(seen.at(-1)).toEqual([total, total]);
    const abort = new AbortController();
    const [left, right] = [store.backup({ signal: abort.signal }), store.backup()];
    abort.abort();
    await expect(left).rejects.toMatchObject({ code: 'E_CANCELLED' });
    const kept = [path.basename(file), path.basename(await right)];
    expect(backups()).toEqual(kept);
    const alone = store.backup({ signal: abort.signal });
    await expect(alone).rejects.toMatchObject({ code: 'E_CANCELLED' });
    const last = path.basename(await store.backup());
    expect(backups()).toEqual([...kept, last]);
  });

  it('leaves no half backup when the palace closes meanwhile', async () => {
    const outcome = expect(store.backup()).rejects.toMatchObject({ code: 'E_CANCELLED' });
    await store.close();
    await outcome;
    expect(backups()).toEqual([]);
  });
});
