import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageingLimits } from '../../../extension/palace/memory/ageing/ageingRules.ts';
import { ageMemory, changesAtOnce } from '../../../extension/palace/memory/ageing/maintenance.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { fileAged, testNow } from '../../fixtures/agedDrawers.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { randomFrom, seed } from '../../fixtures/testSize.ts';

const slices = 20;

describe(`a process that is killed while it maintains a palace (seed ${seed})`, () => {
  const workshop = mkdtempSync(path.join(tmpdir(), 'synapse-maintain-'));
  const script = path.join(workshop, 'maintainChild.mjs');
  beforeAll(() =>
    build({
      entryPoints: ['test/fault/memory/maintainChild.ts'],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    }).then(() => undefined),
  );
  afterAll(() => rmSync(workshop, { recursive: true, force: true }));

  /** Kills the child once it has acknowledged so many changes, after a moment more. Returns what it had acknowledged. */
  const killAfter = (folder: string, changes: number, delayMs: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...quickStart, script, folder, sqliteWasm, testNow], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
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
      const acknowledged = await killAfter(folder, after, random() * 20);
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
});
