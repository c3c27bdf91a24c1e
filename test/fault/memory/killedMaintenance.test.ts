import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageingLimits } from '../../../extension/palace/memory/ageing/ageingRules.ts';
import { ageMemory, changesAtOnce } from '../../../extension/palace/memory/ageing/maintenance.ts';
import { atOnce, moveBack } from '../../../extension/palace/memory/ageing/movedBatches.ts';
import { drawerId, isoTime } from '../../../extension/palace/model/drawer/ids.ts';
import type { Tier } from '../../../extension/palace/model/drawer/drawer.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { daysAgo, fileAged, testNow } from '../../fixtures/agedDrawers.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { randomFrom, seed } from '../../fixtures/testSize.ts';

const slices = 20;
const children = ['maintainChild', 'moveBackChild'] as const;
type Child = (typeof children)[number];

describe(`a process that is killed while it maintains a palace (seed ${seed})`, () => {
  const workshop = mkdtempSync(path.join(tmpdir(), 'synapse-maintain-'));
  const scriptOf = (child: Child): string => path.join(workshop, `${child}.mjs`);
  beforeAll(() =>
    build({
      entryPoints: children.map((child) => `test/fault/memory/${child}.ts`),
      outdir: workshop,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    }).then(() => undefined),
  );
  afterAll(() => rmSync(workshop, { recursive: true, force: true }));

  /** Kills the child once it has acknowledged so many changes, after a moment more. Returns what it had acknowledged. */
  const killAfter = (
    program: Child,
    folder: string,
    changes: number,
    delayMs: number,
    ...more: readonly string[]
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const words = [scriptOf(program), folder, sqliteWasm, testNow, ...more];
      const child = spawn(process.execPath, [...quickStart, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      let errors = '';
      const acknowledged = (): number => Number([...output.matchAll(/^done (\d+)$/gm)].at(-1)?.[1] ?? 0);
      child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
      child.stdout.on('data', (data: Buffer) => {
        output += data.toString();
        if (output.startsWith('open') && acknowledged() >= changes)
          setTimeout(() => child.kill('SIGKILL'), delayMs);
      });
      child.on('close', (code, signal) =>
        signal === 'SIGKILL' || code === 0 ? resolve(acknowledged()) : reject(new Error(errors)),
      );
    });

  it('leaves each transaction complete or undone, and the next run does the rest', async () => {
    const random = randomFrom(seed);
    const count = slices * changesAtOnce;
    for (const after of [0, 1, 3, 7].map((slice) => slice * changesAtOnce)) {
      const folder = temporaryFolder();
      const filing = await openPalaceStore({ folder, sqliteWasm });
      await fileAged(
        filing,
        Array.from({ length: count }, (_, i) => ({
          id: `d${String(i).padStart(5, '0')}`,
          age: 40,
          ...(i % 2 === 0
            ? ({ type: 'issue', tier: 'working' } as const)
            : ({ type: 'handoff', tier: 'ephemeral' } as const)),
        })),
      );
      await filing.close();
      const acknowledged = await killAfter('maintainChild', folder, after, random() * 20);
      const store = await openPalaceStore({ folder, sqliteWasm });
      const drawers = store.read.scanDrawers(0, count + 1);
      expect(drawers).toHaveLength(count);
      const demoted = drawers.filter(({ type, tier }) => type === 'issue' && tier === 'ephemeral');
      const archived = drawers.filter((drawer) => drawer.archived);
      const changed = demoted.length + archived.length;
      expect(changed % changesAtOnce).toBe(0);
      expect(changed).toBeGreaterThanOrEqual(acknowledged);
      for (const { id } of demoted)
        expect(store.read.propertiesOf(id)).toMatchObject({ tier_since: testNow, tier_accesses: '0' });
      for (const drawer of archived)
        expect(drawer).toMatchObject({ archivedAt: testNow, archiveReason: 'maintenance', tier: 'ephemeral' });
      const rest = await ageMemory(store, { dryRun: false, now: testNow, limits: ageingLimits() });
      expect(rest.changes).toHaveLength(count - changed);
      expect(store.read.counts()).toMatchObject({ total: count / 2, archived: count / 2 });
      expect((await store.verify()).ok).toBe(true);
      await store.close();
    }
  });

  it('moves each drawer of a batch back once, if the undo was killed and is repeated', async () => {
    const later = isoTime('2026-03-01T13:00:00Z');
    const count = slices * atOnce;
    const folder = temporaryFolder();
    const ageing = await openPalaceStore({ folder, sqliteWasm });
    await fileAged(
      ageing,
      Array.from({ length: count }, (_, i) => ({
        id: `d${String(i).padStart(5, '0')}`,
        age: 40,
        type: 'issue',
        tier: 'working',
      })),
    );
    const { batch } = await ageMemory(ageing, { dryRun: false, now: daysAgo(1), limits: ageingLimits() });
    expect(batch).not.toBeNull();
    const id = batch ?? '';
    await ageing.close();

    const acknowledged = await killAfter('moveBackChild', folder, 2, 0, id);
    expect(acknowledged).toBeGreaterThanOrEqual(2);
    const store = await openPalaceStore({ folder, sqliteWasm });
    const idsIn = (tier: Tier): string[] =>
      store.read
        .scanDrawers(0, count + 1)
        .filter((drawer) => drawer.tier === tier)
        .map((drawer) => drawer.id);
    const [undone, left] = [idsIn('working'), idsIn('ephemeral')];
    expect(undone.length % atOnce).toBe(0);
    expect(undone.length).toBeGreaterThanOrEqual(acknowledged * atOnce);
    // Somebody moves one on that was undone: a repeated undo leaves it there.
    const moved = undone.slice(0, 1);
    await store.write((write) => {
      for (const drawer of moved) {
        const { rowid = 0 } = write.read.drawerById(drawerId(drawer)) ?? {};
        write.updateDrawers([{ rowid, tier: 'ephemeral' }]);
        write.putProperties(drawerId(drawer), { tier_since: later });
      }
    });
    expect((await moveBack(store, id, later)).sort()).toEqual([...left].sort());
    expect(idsIn('ephemeral')).toEqual(moved);
    for (const drawer of undone.slice(1))
      expect(store.read.propertiesOf(drawerId(drawer))).toMatchObject({ tier_since: testNow });
    for (const drawer of left)
      expect(store.read.propertiesOf(drawerId(drawer))).toMatchObject({ tier_since: later });
    expect(await moveBack(store, id, later)).toEqual([]);
    expect((await store.verify()).ok).toBe(true);
    await store.close();
  });
});
