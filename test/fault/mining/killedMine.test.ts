import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash, type Drawer } from '../../../extension/palace/model/drawer/drawer.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { prose, removeFolder, temporaryFolder, writeTree } from '../../fixtures/fileTree.ts';
import { randomFrom, seed, size } from '../../fixtures/testSize.ts';

const sqliteWasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-debug.wasm');
const kills = size('SYNAPSE_KILLS_MINE', 3, 200);
const random = randomFrom(seed);
const fileCount = 240;

let scratch: string;
let child: string;
beforeAll(async () => {
  scratch = temporaryFolder();
  child = path.join(scratch, 'mineChild.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('mineChild.ts', import.meta.url))],
    outfile: child,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
});
afterAll(() => removeFolder(scratch));

/** Mines in a process of its own; with `killAfterMs`, SIGKILLs it so long after it has opened the palace. */
const mineInChild = async (
  palace: string,
  workspace: string,
  killAfterMs?: number,
): Promise<{ readonly completed: boolean; readonly elapsedMs: number }> => {
  const running = spawn(process.execPath, [...quickStart, child, palace, workspace, sqliteWasm], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  running.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const ready = new Promise<void>((resolve) =>
    running.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.includes('ready')) resolve();
    }),
  );
  const ended = once(running, 'close');
  await Promise.race([ready, ended]);
  const started = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), ended]);
    running.kill('SIGKILL');
  }
  await ended;
  expect(errors).toBe('');
  return { completed: output.includes('done'), elapsedMs: performance.now() - started };
};

const drawersOf = async (palace: string): Promise<Drawer[]> => {
  const store = await openPalaceStore({ folder: palace, sqliteWasm });
  try {
    expect(store.health).toEqual({ state: 'ok' });
    return store.read.scanDrawers(0, 1_000_000);
  } finally {
    await store.close();
  }
};

const liveTexts = (drawers: readonly Drawer[]): Map<string, string> => {
  const texts = new Map<string, string>();
  const live = drawers.filter(({ archived }) => !archived);
  expect(new Set(live.map(({ id }) => id)).size).toBe(live.length);
  for (const drawer of live.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0))) {
    expect(contentHash(drawer.text)).toBe(drawer.contentHash);
    const before = texts.get(drawer.sourceFile ?? '') ?? '';
    expect(drawer.span?.start).toBe(before.length);
    texts.set(drawer.sourceFile ?? '', before + drawer.text);
  }
  return texts;
};

const filesOf = (workspace: string): Map<string, string> => {
  const names = readdirSync(workspace, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map((entry) => {
      const absolute = path.join(entry.parentPath, entry.name);
      return [path.relative(workspace, absolute).split(path.sep).join('/'), readFileSync(absolute, 'utf8')];
    }),
  );
};

const sorted = (texts: ReadonlyMap<string, string>): [string, string][] =>
  [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
const essence = (drawers: readonly Drawer[]): unknown[] =>
  drawers
    .map(({ id, text, wing, room, sourceFile, span, lines, chunkIndex, archived }) => ({
      id,
      text,
      wing,
      room,
      sourceFile,
      span,
      lines,
      chunkIndex,
      archived,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

const newWorkspace = (name: string): string => {
  const workspace = path.join(scratch, name);
  mkdirSync(workspace);
  for (let number = 0; number < fileCount; number++)
    writeTree(workspace, {
      [`room${number % 7}/file${number}.md`]: prose(`file ${number}`, 500 + ((number * 7919) % 16_000)),
    });
  return workspace;
};

describe('mining that is killed', () => {
  it(`leaves complete sources only, and finished later gives the same palace (${Math.ceil(kills / 2)} kills)`, async () => {
    const workspace = newWorkspace('first');
    const files = filesOf(workspace);
    const reference = path.join(scratch, 'reference');
    const { elapsedMs } = await mineInChild(reference, workspace);
    const expected = essence(await drawersOf(reference));
    expect(sorted(liveTexts(await drawersOf(reference)))).toEqual(sorted(files));

    let cut = 0;
    for (let palaceNumber = 0; cut < kills / 2; palaceNumber++) {
      const palace = path.join(scratch, `palace${palaceNumber}`);
      // Several kills of one palace: each run goes on where the last was cut.
      for (let run = 0; run < 4 && cut < kills / 2; run++) {
        const { completed } = await mineInChild(palace, workspace, (random() * elapsedMs) / (run + 1));
        if (completed) break;
        cut++;
        for (const [file, text] of liveTexts(await drawersOf(palace))) expect(text).toBe(files.get(file));
      }
      expect(await mineInChild(palace, workspace)).toMatchObject({ completed: true });
      expect(essence(await drawersOf(palace))).toEqual(expected);
      removeFolder(palace);
    }
  });

  it(`of changed, renamed and removed files loses and duplicates nothing (${Math.floor(kills / 2)} kills)`, async () => {
    const workspace = newWorkspace('second');
    const palace = path.join(scratch, 'changing');
    const { elapsedMs } = await mineInChild(palace, workspace);
    for (let round = 0; round < Math.floor(kills / 2); round++) {
      const before = filesOf(workspace);
      const rowsBefore = await drawersOf(palace);
      change(workspace, before, round);
      const after = filesOf(workspace);
      await mineInChild(palace, workspace, random() * elapsedMs * 0.6);
      for (const [file, text] of liveTexts(await drawersOf(palace)))
        expect([before.get(file), after.get(file)]).toContain(text);
      expect(await mineInChild(palace, workspace)).toMatchObject({ completed: true });
      const drawers = await drawersOf(palace);
      expect(sorted(liveTexts(drawers))).toEqual(sorted(after));
      // What left with a removed file is archived, not gone.
      const texts = new Set(drawers.map(({ text }) => text));
      for (const { text, sourceFile } of rowsBefore)
        if (!after.has(sourceFile ?? '')) expect(texts.has(text)).toBe(true);
    }
  });
});

/** Edits a third of the files, and renames and removes some of the others. */
const change = (workspace: string, files: ReadonlyMap<string, string>, round: number): void => {
  [...files].forEach(([file, text], index) => {
    const absolute = path.join(workspace, file);
    const turn = (index + round) % 24;
    if (turn % 3 === 0)
      writeFileSync(absolute, `${text.slice(0, text.length / 2)}\nround ${round}\n${text.slice(text.length / 2)}`);
    else if (turn === 1)
      renameSync(absolute, path.join(workspace, 'room0', `${path.basename(file, '.md')}-r${round}.md`));
    else if (turn === 2 && files.size > fileCount / 2) rmSync(absolute);
  });
};
