import { beforeAll, describe, expect, it } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { pageBytes } from '../../../extension/palace/store/openDatabase.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { repairPalace, type RepairReport } from '../../../extension/palace/store/repair/repairPalace.ts';
import { newDrawer, newSource, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { memoryFileSystem, type MemoryFileSystem } from './memoryFileSystem.ts';
import { isTried, randomFrom, seed, size } from '../../fixtures/testSize.ts';

const rounds = size('SYNAPSE_REPAIRS', 8, 600);
const folder = '/palace';
const file = `${folder}/palace.sqlite`;
const page = pageBytes;
const clock = (): Date => new Date('2026-03-01T12:00:00Z');

describe(`repairing a palace (seed ${seed})`, () => {
  let sqlite: Sqlite;
  /** With a backup of 60 drawers, and 60 that were filed since. */
  let palace: MemoryFileSystem;
  const texts = new Map<string, string>();

  const open = (fileSystem: FileSystem): Promise<PalaceStore> => openPalace({ folder, sqlite, fileSystem, clock });
  const repair = (fileSystem: FileSystem, dryRun = false): Promise<RepairReport> =>
    repairPalace({ folder, sqlite, fileSystem, clock, dryRun });
  const drawersOf = async (fileSystem: FileSystem): Promise<Map<string, string>> => {
    const store = await open(fileSystem);
    expect(store.health).toEqual({ state: 'ok' });
    expect(await store.verify()).toMatchObject({ ok: true });
    const drawers = new Map(store.read.scanDrawers(0, 10_000).map(({ id, text }) => [String(id), text]));
    await store.close();
    return drawers;
  };
  const damaged = (change: (bytes: Buffer) => void, from: MemoryFileSystem = palace): MemoryFileSystem => {
    const copy = from.copy();
    const bytes = Buffer.from(copy.get(file));
    change(bytes);
    copy.put(file, bytes);
    return copy;
  };
  const withoutBackups = (): MemoryFileSystem => {
    const copy = palace.copy();
    for (const name of copy.list(`${folder}/backups`)) copy.unlink(`${folder}/backups/${name}`);
    return copy;
  };

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    palace = memoryFileSystem();
    const store = await open(palace);
    const put = (from: number): Promise<void> =>
      store.write((write) => {
        write.putSource(newSource('s', 'a.md'));
        const drawers = Array.from({ length: 60 }, (_, i) =>
          newDrawer(`d${from + i}`, {
            sourceId: newSource('s', '').id,
            text: `text ${from + i} of the palace, `.repeat(1 + (i % 40)),
          }),
        );
        write.insertDrawers(drawers);
        drawers.forEach(({ id, text }) => texts.set(id, text));
      });
    await put(0);
    await store.backup();
    await put(60);
    await store.close();
  });

  it('leaves a sound palace as it is', async () => {
    const copy = palace.copy();
    const before = Buffer.from(copy.get(file));
    expect(await repair(copy)).toMatchObject({ state: 'sound', drawers: { total: 120 }, kept: null });
    expect(copy.get(file).equals(before)).toBe(true);
  });

  it('gives a sound palace whatever bits are flipped or pages missing: drawers stay verbatim, all of the backup’s are there, and the damaged file is kept', async () => {
    const random = randomFrom(seed);
    const seen = { repaired: 0, sound: 0, drawers: 0 };
    for (let round = 0; round < rounds; round++) {
      const flip = round % 2 === 0;
      const copy = damaged((bytes) => {
        for (let i = 0; i < 4; i++) {
          const at = Math.floor(random() * bytes.length);
          if (flip) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
          else if (at >= page) bytes.fill(0xa5, at - (at % page), at - (at % page) + page);
        }
      });
      const before = Buffer.from(copy.get(file));
      const report = await repair(copy);
      seen[report.state === 'sound' ? 'sound' : 'repaired'] += 1;
      const drawers = await drawersOf(copy);
      seen.drawers += drawers.size;
      const filed = new Set(texts.values());
      for (const [id, text] of drawers) {
        if (report.drawers.doubtful.includes(id)) expect(filed.has(text), `round ${round}: ${id}`).toBe(true);
        else expect(texts.get(id), `round ${round}: ${id}`).toBe(text);
      }
      for (let i = 0; i < 60; i++) expect(drawers.has(`d${i}`), `round ${round}: d${i}`).toBe(true);
      expect(report.drawers.total).toBe(drawers.size);
      for (const id of report.drawers.lost) expect(drawers.has(id)).toBe(false);
      if (report.kept !== null) expect(copy.get(`${report.kept}/palace.sqlite`).equals(before)).toBe(true);
    }
    expect(seen.repaired).toBeGreaterThan(0);
    console.log(`repairs: ${JSON.stringify({ ...seen, of: 120 * rounds })}`);
  });

  it('without a backup, saves what surrounds a damaged page and names what is lost', async () => {
    const bare = withoutBackups();
    const pages = bare.get(file).length / page;
    // In a usual run the page that tells which tables there are is among them.
    const tried = Array.from({ length: pages - 1 }, (_, i) => i + 1).filter((gone) => isTried(gone + 2, 3));
    let [saved, named, hopeless] = [0, 0, 0];
    for (const gone of tried) {
      const copy = damaged((bytes) => bytes.fill(0, gone * page, (gone + 1) * page), bare);
      const report = await repair(copy).catch((thrown: unknown) => {
        // Without the page that tells which tables there are, no row can be told from another.
        expect(thrown).toMatchObject({ code: 'E_PALACE_DAMAGED' });
        return null;
      });
      if (report === null) {
        hopeless += 1;
        continue;
      }
      const drawers = await drawersOf(copy);
      for (const [id, text] of drawers) expect(texts.get(id)).toBe(text);
      // Where the list of IDs itself is what is damaged, it can't name all.
      expect(drawers.size + report.drawers.lost.length).toBeLessThanOrEqual(120);
      saved += drawers.size;
      named += report.drawers.lost.length;
    }
    expect(hopeless).toBeLessThan(pages / 10);
    expect(saved).toBeGreaterThan(0);
    expect(named).toBeGreaterThan(0);
    console.log(`a page gone, no backup: ${JSON.stringify({ pages: tried.length, hopeless, saved, named })}`);
    const nothing = damaged((bytes) => bytes.fill(0), bare);
    await expect(repair(nothing)).rejects.toMatchObject({ code: 'E_PALACE_DAMAGED' });
    expect(nothing.list(folder).sort()).toEqual(bare.list(folder).sort());
  });

  it('without a backup, saves what a file still has whose end is cut off', async () => {
    const bare = withoutBackups();
    const cut = bare.get(file).length - 3 * page - 100;
    bare.put(file, Buffer.from(bare.get(file).subarray(0, cut)));
    const report = await repair(bare);
    const drawers = await drawersOf(bare);
    expect(drawers.size).toBeGreaterThan(60);
    for (const [id, text] of drawers) expect(texts.get(id)).toBe(text);
    expect(bare.get(`${report.kept}/palace.sqlite`).length).toBe(cut);
  });

  it('uses the backup if the palace is gone, but no damaged backup', async () => {
    const gone = palace.copy();
    gone.unlink(file);
    expect(await repair(gone)).toMatchObject({
      state: 'repaired',
      drawers: { total: 60, from_backup_alone: 60 },
      backup: expect.stringMatching(/^backups\/palace-/),
    });
    const copy = damaged((bytes) => bytes.fill(0));
    for (const name of copy.list(`${folder}/backups`))
      copy.put(`${folder}/backups/${name}`, Buffer.alloc(9000, 7));
    await expect(repair(copy)).rejects.toMatchObject({ code: 'E_PALACE_DAMAGED' });
  });

  it('has a dry run that changes nothing', async () => {
    const copy = damaged((bytes) => bytes.fill(0xa5, 6 * page, 7 * page));
    const before = { names: copy.list(folder).sort(), bytes: Buffer.from(copy.get(file)) };
    expect(await repair(copy, true)).toMatchObject({ state: 'possible', kept: null });
    expect({ names: copy.list(folder).sort(), bytes: copy.get(file) }).toEqual(before);
  });

  it('interrupted at any point, loses nothing, and the next repair completes it', async () => {
    const whole = damaged((bytes) => bytes.fill(0xa5, 6 * page, 7 * page));
    const expected = await (async () => {
      const copy = whole.copy();
      await repair(copy);
      return drawersOf(copy);
    })();
    for (let stop = 0, isOver = false; !isOver; stop++) {
      if (!isTried(stop, 8)) continue;
      const copy = whole.copy();
      let calls = 0;
      const changes = ['rename', 'unlink', 'makeFolder', 'truncate', 'sync'] as const;
      const stopping: FileSystem = {
        ...copy,
        ...Object.fromEntries(
          changes.map((name) => [
            name,
            (...values: never[]) => {
              if (calls++ >= stop) throw Object.assign(new Error('EIO'), { code: 'EIO' });
              return (copy[name] as (...given: never[]) => void)(...values);
            },
          ]),
        ),
      };
      isOver = await repair(stopping).then(
        () => true,
        (thrown: unknown) => {
          expect(thrown).toBeInstanceOf(PalaceError);
          return false;
        },
      );
      if (!isOver) await repair(copy);
      expect(await drawersOf(copy), `stopped at change ${stop}`).toEqual(expected);
    }
  });
});
