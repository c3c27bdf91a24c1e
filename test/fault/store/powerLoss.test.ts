import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { memoryFileSystem } from './memoryFileSystem.ts';
import { randomFrom, seed, size } from '../../fixtures/testSize.ts';

const losses = size('SYNAPSE_POWER_LOSSES', 80, 1000);
const folder = '/palace';

const ids = (store: PalaceStore): string =>
  store.read
    .scanDrawers(0, 10_000)
    .map(({ id }) => id)
    .join(' ');

/** Calls `before` ahead of every operation that changes something. */
const watched = (fileSystem: FileSystem, before: () => void): FileSystem => ({
  ...fileSystem,
  write: (...given) => {
    before();
    return fileSystem.write(...given);
  },
  truncate: (...given) => {
    before();
    fileSystem.truncate(...given);
  },
  sync: (...given) => {
    before();
    fileSystem.sync(...given);
  },
  unlink: (...given) => {
    before();
    fileSystem.unlink(...given);
  },
  open: (...given) => {
    before();
    return fileSystem.open(...given);
  },
});

describe(`a power cut (seed ${seed})`, () => {
  let sqlite: Sqlite;
  let checked = 0;
  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
  });
  afterAll(() => console.log(`power losses: ${checked}`));
  const open = (fileSystem: FileSystem) => openPalace({ folder, sqlite, fileSystem, clock: () => new Date(0) });

  it('loses nothing that was acknowledged and leaves no half transaction, whatever unsynced sectors are lost', async () => {
    const random = randomFrom(seed);
    while (checked < losses) {
      const disk = memoryFileSystem();
      /** What the palace held after each commit, and how many commits were acknowledged. */
      const states = [''];
      let acknowledged = 0;
      const outages: { readonly after: FileSystem; readonly acknowledged: number }[] = [];
      const fileSystem = watched(disk, () => {
        if (random() < 0.02) outages.push({ after: disk.afterPowerLoss(random), acknowledged });
      });
      for (let session = 0; session < 3; session++) {
        const store = await open(fileSystem);
        for (let commit = 0; commit < 4; commit++) {
          const number = states.length;
          const drawers = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, i) =>
            newDrawer(`${number}.${i}`, { text: `drawer ${i} `.repeat(1 + random() * 500) }),
          );
          // Noted before the commit: it may turn out to be durable without having been acknowledged.
          states.push(
            [...(states.at(-1) ?? '').split(' ').filter((id) => id !== ''), ...drawers.map(({ id }) => id)].join(
              ' ',
            ),
          );
          await store.write((write) => write.insertDrawers(drawers));
          expect(ids(store)).toBe(states.at(-1));
          acknowledged = number;
        }
        await store.close();
      }
      for (const outage of outages) {
        const store = await open(outage.after);
        const where = `loss ${checked++}: revision ${store.revision}, ${outage.acknowledged} acknowledged`;
        expect(store.health, where).toEqual({ state: 'ok' });
        expect(store.revision, where).toBeGreaterThanOrEqual(outage.acknowledged);
        expect(ids(store), where).toBe(states[store.revision]);
        expect(await store.verify(), where).toMatchObject({ ok: true });
        await store.close();
      }
    }
  });
});
