import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { newDrawer } from '../../unit/palace/store/samplePalace.ts';
import { quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { palaceChildScript } from '../../fixtures/palaces/palaceChild.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { hangAfter, randomFrom, seed, size } from '../../fixtures/testSize.ts';

const writers = size('SYNAPSE_WRITERS', 4, 8);
const writes = size('SYNAPSE_WRITES', 25, 1000);
/** Milliseconds between two kills, roughly; each owner lives until some notes are acknowledged. */
const killEvery = size('SYNAPSE_KILL_EVERY', 300, 3000);
/** After so many the owners are left alone. */
const mostKills = size('SYNAPSE_OWNER_KILLS', 5, 1000);
const drawersBefore = size('SYNAPSE_DRAWERS', 0, 10_000);
const random = randomFrom(seed);
const title = (writer: number, n: number): string => `Writer ${writer}, note ${n}: the crane was inspected.`;

const script = palaceChildScript();

const ownerOf = (folder: string): number | null => {
  try {
    return (JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8')) as { pid: number }).pid;
  } catch {
    return null;
  }
};

it(
  `${writers} processes that file ${writes} notes each at once, their owner killed again and again, lose none and file none twice`,
  { timeout: hangAfter((writers * writes) / 500) },
  async () => {
    const folder = path.join(temporaryFolder(), 'palace');
    if (drawersBefore > 0) {
      const store = await openPalaceStore({ folder, sqliteWasm });
      for (let at = 0; at < drawersBefore; at += 500)
        await store.write((transaction) =>
          transaction.insertDrawers(
            Array.from({ length: Math.min(500, drawersBefore - at) }, (_, i) =>
              newDrawer(`before ${at + i}`, {
                text: `Page ${at + i} of the harbour's log: `.repeat(12),
                sensitive: true,
              }),
            ),
          ),
        );
      await store.close();
    }
    const running = new Map<number, ChildProcess>();
    const errors: string[] = [];
    let acknowledged = 0;
    const answered: { readonly from: number; readonly to: number; readonly writer: number }[] = [];
    const kills: { readonly at: number; readonly writer: number }[] = [];

    /** Runs a writer until it has filed all its notes; killed, it starts again after the last one that all before were acknowledged with. */
    const runWriter = async (writer: number): Promise<void> => {
      const done = new Set<number>();
      for (let isClosed = false; !isClosed;) {
        let from = 0;
        while (done.has(from)) from += 1;
        const child = spawn(
          process.execPath,
          [...quickStart, script(), folder, path.resolve('dist'), String(writer), String(from), String(writes)],
          { stdio: ['ignore', 'pipe', 'pipe'] },
        );
        running.set(writer, child);
        let output = '';
        child.stdout.on('data', (data: Buffer) => {
          output += data.toString();
          acknowledged += 1;
        });
        child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
        const signal = await new Promise<string | null>((resolve) =>
          child.once('close', (_, name) => resolve(name)),
        );
        for (const match of output.matchAll(/^done (\d+) (\d+) (\d+)$/gm)) {
          done.add(Number(match[1]));
          answered.push({ writer, from: Number(match[2]), to: Number(match[3]) });
        }
        isClosed = output.includes('closed');
        if (!isClosed && signal !== 'SIGKILL')
          throw new Error(`Writer ${writer} ended by itself: ${errors.join('')}`);
      }
      running.delete(writer);
    };
    const killOwners = async (): Promise<void> => {
      while (running.size > 0 && kills.length < mostKills) {
        const before = acknowledged;
        await pause(killEvery * (0.5 + random()));
        const wanted = before + Math.ceil(random() * 10);
        while (acknowledged < wanted && running.size > 0) await pause(20);
        const owner = ownerOf(folder);
        for (const [writer, child] of running) {
          if (child.pid !== owner || child.exitCode !== null) continue;
          child.kill('SIGKILL');
          kills.push({ at: Date.now(), writer });
        }
      }
    };
    const began = Date.now();
    const all = Promise.all(Array.from({ length: writers }, (_, writer) => runWriter(writer)));
    await Promise.all([all, killOwners()]);

    // From a kill to the first answer that another process's call, under way by then or made later, got afterwards.
    const takeovers = kills
      .flatMap(({ at, writer }) => {
        const first = Math.min(
          ...answered.filter((call) => call.writer !== writer && call.to > at).map(({ to }) => to),
        );
        return Number.isFinite(first) ? [first - at] : [];
      })
      .sort((a, b) => a - b);
    const share = (part: number): string =>
      (takeovers[Math.floor(part * (takeovers.length - 1))] ?? NaN).toFixed(0);
    console.log(
      `${writers} × ${writes} notes in ${((Date.now() - began) / 1000).toFixed(1)} s on ${drawersBefore} drawers, ${kills.length} kills; from a kill to the next answer: p50 ${share(0.5)} ms, p90 ${share(0.9)} ms, most ${share(1)} ms`,
    );

    const store = await openPalaceStore({ folder, sqliteWasm });
    const texts = store.read
      .scanDrawers(0, 1_000_000)
      .map(({ text }) => text)
      .filter((text) => text.startsWith('Writer '));
    expect((await store.verify()).ok).toBe(true);
    await store.close();
    const wanted = Array.from({ length: writers }, (_, writer) =>
      Array.from({ length: writes }, (__, n) => title(writer, n)),
    ).flat();
    expect(texts.toSorted()).toEqual(wanted.toSorted());
    expect(errors).toEqual([]);
  },
);
