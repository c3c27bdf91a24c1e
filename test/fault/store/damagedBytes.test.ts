import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { pageBytes } from '../../../extension/palace/store/openDatabase.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, newSource, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { memoryFileSystem } from './memoryFileSystem.ts';
import { isLong, isTried, randomFrom, seed, size } from '../../fixtures/testSize.ts';

const flips = size('SYNAPSE_FLIPS', 25, 4000);
const everyByte = isLong || process.env['SYNAPSE_EVERY_BYTE'] === '1';
const folder = '/palace';
const file = `${folder}/palace.sqlite`;
const logFile = `${file}-wal`;
const [logHeader, frameHeader] = [32, 24];
const frame = frameHeader + pageBytes;

/** What can't change unseen: which drawers there are, and their texts. */
const texts = (store: PalaceStore): string =>
  JSON.stringify(
    store.read.scanDrawers(0, 10_000).map(({ rowid, id, contentHash, text }) => [rowid, id, contentHash, text]),
  );

describe(`bytes that changed on disk (seed ${seed})`, () => {
  let sqlite: Sqlite;
  /** The palace's two files as a killed process leaves them, and what it held after each of its commits. */
  let base: Buffer;
  let log: Buffer;
  const states: string[] = [];
  /** The same, closed cleanly. */
  let closed: Buffer;
  const seen = { opens: 0, detected: 0, harmless: 0 };

  const openOn = async (main: Buffer, wal: Buffer) => {
    const fileSystem = memoryFileSystem();
    fileSystem.put(file, main);
    if (wal.length > 0) fileSystem.put(logFile, wal);
    seen.opens++;
    return openPalace({ folder, sqlite, fileSystem, clock: () => new Date(0) });
  };

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    const fileSystem = memoryFileSystem();
    const open = () => openPalace({ folder, sqlite, fileSystem, clock: () => new Date(0) });
    const first = await open();
    await first.write((write) => {
      write.putSource(newSource('s', 'a.md'));
      write.insertDrawers(
        Array.from({ length: 30 }, (_, i) =>
          newDrawer(`d${i}`, { sourceId: newSource('s', '').id, text: `text ${i} of the palace, `.repeat(i * 9) }),
        ),
      );
    });
    await first.close();
    base = fileSystem.get(file);
    const store = await open();
    states.push(texts(store));
    for (let commit = 0; commit < 5; commit++) {
      await store.write((write) =>
        write.insertDrawers([newDrawer(`new ${commit}`, { text: `commit ${commit} `.repeat(600) })]),
      );
      states.push(texts(store));
    }
    expect(fileSystem.get(file).equals(base)).toBe(true);
    log = fileSystem.get(logFile);
    await store.close();
    closed = fileSystem.get(file);
  });
  afterAll(() => console.log(`damaged bytes: ${JSON.stringify(seen)}`));

  /** Numbers of the frames that end a transaction. */
  const commitFrames = (): number[] =>
    Array.from({ length: Math.floor((log.length - logHeader) / frame) }, (_, i) => i).filter(
      (i) => log.readUInt32BE(logHeader + i * frame + 4) !== 0,
    );

  it('a write-ahead log cut at any byte gives exactly the transactions that are complete before the cut', async () => {
    const frames = (log.length - logHeader) / frame;
    const cuts = new Set<number>([0, 1, 31]);
    const commits = commitFrames();
    expect(commits.length).toBe(5);
    for (let i = 0; i <= frames; i++) {
      const at = logHeader + i * frame;
      for (const near of [at - 1, at, at + frameHeader]) cuts.add(near);
      // Where a transaction ends or begins, and everywhere in a long run.
      if (everyByte || commits.includes(i) || commits.includes(i - 1))
        for (const near of [at + 1, at + 7, at + frameHeader - 1, at + frameHeader + 1, at + frame / 2])
          cuts.add(near);
    }
    const from = everyByte ? 0 : log.length - 2 * frame;
    for (let at = from; at <= log.length; at += everyByte ? 1 : 131) cuts.add(at);
    for (const cut of [...cuts].filter((at) => at <= log.length)) {
      const store = await openOn(base, log.subarray(0, cut));
      const whole = commits.filter((i) => logHeader + (i + 1) * frame <= cut).length;
      expect(store.health, `cut at ${cut}`).toEqual({ state: 'ok' });
      expect(texts(store) === states[whole], `cut at ${cut}: ${whole} transactions`).toBe(true);
      await store.close();
    }
  });

  it('a write-ahead log that ends in zeroes gives a prefix of the committed transactions', async () => {
    const commits = commitFrames();
    for (let at = logHeader; at < log.length; at += isLong ? 1019 : 12_227) {
      const wal = Buffer.from(log);
      wal.fill(0, at);
      const store = await openOn(base, wal);
      const whole = commits.filter((i) => logHeader + (i + 1) * frame <= at).length;
      // A page may end in zeroes anyway, and then nothing is lost.
      expect([states[whole], states[whole + 1]]).toContain(texts(store));
      await store.close();
    }
  });

  it('a flipped bit in the write-ahead log is detected, or the last transaction is missing', async () => {
    const random = randomFrom(seed);
    const last = commitFrames().at(-2) ?? 0;
    const inHeader = Array.from({ length: logHeader * 8 }, (_, bit) => bit).filter((bit) => isTried(bit, 7));
    const anywhere = Array.from({ length: flips }, () => Math.floor(random() * log.length * 8));
    for (const bit of [...inHeader, ...anywhere]) {
      const wal = Buffer.from(log);
      wal[bit >> 3] = (wal[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const store = await openOn(base, wal);
      const now = texts(store);
      const isInLast = bit >> 3 >= logHeader + (last + 1) * frame;
      if (store.health.state === 'damaged') {
        seen.detected++;
        expect(states, `bit ${bit}`).toContain(now);
        await expect(store.write((write) => write.setMeta('a', 'b'))).rejects.toMatchObject({
          code: 'E_PALACE_DAMAGED',
        });
      } else {
        seen.harmless++;
        expect(isInLast ? states.slice(-2) : states.slice(-1), `bit ${bit}`).toContain(now);
      }
      await store.close();
    }
  });

  it('a flipped bit in the palace’s file is detected, or no drawer has changed', async () => {
    const random = randomFrom(seed + 1);
    const expected = states.at(-1) ?? '';
    const inHeader = Array.from({ length: flips }, () => Math.floor(random() * 100 * 8));
    const anywhere = Array.from({ length: flips }, () => Math.floor(random() * closed.length * 8));
    for (const bit of [...inHeader, ...anywhere]) {
      const main = Buffer.from(closed);
      main[bit >> 3] = (main[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await checkDamaged(main, `bit ${bit}`, expected);
    }
  });

  it('a palace file whose end is missing or zeroed is detected, or nothing has changed', async () => {
    const expected = states.at(-1) ?? '';
    for (let at = 0; at < closed.length; at += isLong ? 1021 : 16_333) {
      const zeroed = Buffer.from(closed);
      zeroed.fill(0, at);
      await checkDamaged(zeroed, `zeroes from ${at}`, expected);
      if (at > 0) await checkDamaged(closed.subarray(0, at), `cut at ${at}`, expected);
    }
  });

  const checkDamaged = async (main: Buffer, what: string, expected: string): Promise<void> => {
    try {
      const store = await openOn(main, Buffer.alloc(0));
      const report = await store.verify();
      if (report.ok && store.health.state === 'ok') {
        seen.harmless++;
        expect(texts(store) === expected, `${what}: taken for sound`).toBe(true);
      } else {
        seen.detected++;
        expect(store.health.state, what).toBe('damaged');
      }
      await store.close();
    } catch (thrown) {
      if (!(thrown instanceof PalaceError)) throw thrown;
      seen.detected++;
      expect(['E_PALACE_DAMAGED', 'E_PALACE_NEWER', 'E_SQL'], `${what}: ${thrown.message}`).toContain(thrown.code);
    }
  };
});
