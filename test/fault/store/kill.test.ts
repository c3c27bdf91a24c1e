import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import { nodeFileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { sqliteWasm, temporaryFolder } from '../../unit/palace/store/samplePalace.ts';
import { brokenLaws, type Said } from './killedWriterLaw.ts';
import { quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { hangAfter, randomFrom, seed, size } from '../../fixtures/testSize.ts';

const kills = size('SYNAPSE_KILLS', 20, 2000);
const killsPerPalace = 20;
const palacesAtOnce = 2;
const hasSqlite3 = spawnSync('sqlite3', ['--version']).status === 0;

describe(`a process that is killed while it writes (${kills} times, seed ${seed})`, () => {
  const workshop = temporaryFolder();
  const script = path.join(workshop.folder, 'killedWriter.mjs');
  const recoveryMs: number[] = [];
  let acknowledged = 0;
  let checkedBySqlite3 = 0;
  let sqlite: Sqlite;

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    await build({
      entryPoints: ['test/fault/store/killedWriter.ts'],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
  });
  afterAll(() => {
    workshop.remove();
    recoveryMs.sort((a, b) => a - b);
    const at = (share: number): string =>
      (recoveryMs[Math.floor(share * (recoveryMs.length - 1))] ?? NaN).toFixed(0);
    console.log(
      `kills: ${kills}, acknowledged writes: ${acknowledged}, sqlite3 checks: ${checkedBySqlite3}, opening after a kill: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    );
  });

  /** Runs a writer on the palace and kills it at a random moment: mostly while it writes, sometimes while it opens. */
  const writeAndKill = (folder: string, random: () => number, before: Said): Promise<Said> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...quickStart, script, folder, sqliteWasm], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const kill = (afterMs: number) => setTimeout(() => child.kill('SIGKILL'), afterMs);
      const whileOpening = random() < 0.15;
      let timer = kill(whileOpening ? 50 + random() * 250 : 60_000);
      let output = '';
      let errors = '';
      child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
      child.stdout.on('data', (data: Buffer) => {
        if (output === '' && !whileOpening) {
          clearTimeout(timer);
          timer = kill(random() ** 2 * 500);
        }
        output += data.toString();
      });
      child.on('close', (_code, signal) => {
        clearTimeout(timer);
        if (signal !== 'SIGKILL') return reject(new Error(`the writer ended by itself: ${errors}`));
        const numbers = (word: string): number[] =>
          [...output.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].map((match) => Number(match[1]));
        acknowledged += numbers('done').length;
        resolve({
          done: Math.max(before.done, ...numbers('done')),
          begun: Math.max(before.begun, ...numbers('begin')),
        });
      });
    });

  const killRepeatedly = async (palace: number): Promise<void> => {
    const random = randomFrom(seed + palace);
    const folder = path.join(workshop.folder, `palace-${palace}`);
    const copy = `${folder}-copy`;
    let said: Said = { done: -1, begun: -1 };
    for (let kill = 0; kill < Math.min(killsPerPalace, kills - palace * killsPerPalace); kill++) {
      const before = said;
      said = await writeAndKill(folder, random, said);
      nodeFileSystem.makeFolder(folder);
      // The copy is checked, so that the next writer recovers what this one left.
      cpSync(folder, copy, { recursive: true });
      const start = performance.now();
      const store = await openPalace({
        folder: copy,
        sqlite,
        fileSystem: nodeFileSystem,
        clock: () => new Date(),
      });
      recoveryMs.push(performance.now() - start);
      const where = `palace ${palace}, kill ${kill}, after ${JSON.stringify(before)}`;
      expect(await brokenLaws(store, said), where).toEqual([]);
      // A batch that was committed but not acknowledged counts from now on: it must not vanish either.
      said = { done: store.revision - 1, begun: Math.max(said.begun, store.revision - 1) };
      await store.close();
      rmSync(copy, { recursive: true, force: true });
      if (hasSqlite3 && kill % 5 === 4) {
        cpSync(folder, copy, { recursive: true });
        const answer = execFileSync(
          'sqlite3',
          [path.join(copy, 'palace.sqlite'), 'PRAGMA integrity_check; SELECT count(*) FROM drawers'],
          { encoding: 'utf8' },
        );
        expect(answer.split('\n')[0], where).toBe('ok');
        checkedBySqlite3++;
        rmSync(copy, { recursive: true, force: true });
      }
    }
    rmSync(folder, { recursive: true, force: true });
  };

  it(
    'loses no acknowledged write, leaves no half transaction, and always opens',
    { timeout: hangAfter(kills / 20) },
    async () => {
      const palaces = Array.from({ length: Math.ceil(kills / killsPerPalace) }, (_, palace) => palace);
      await Promise.all(
        Array.from({ length: palacesAtOnce }, async () => {
          for (let palace = palaces.shift(); palace !== undefined; palace = palaces.shift())
            await killRepeatedly(palace);
        }),
      );
    },
  );

  it.skipIf(!hasSqlite3)(
    'leaves a file that the sqlite3 command finds sound (skipped without that command)',
    () => {
      expect(checkedBySqlite3).toBeGreaterThan(0);
    },
  );
});
