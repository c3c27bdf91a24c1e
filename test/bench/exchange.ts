// What leaving and arriving cost at scale: node dist/bench/exchange.js [--drawers N]
// Files N drawers (122,686 unless given), exports them in both formats, imports each export into an empty palace and exports that
// again. One JSON line a step: seconds, the longest time the thread was held (ms, what else may have to wait), peak memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { exportPalace } from '../../extension/palace/transfer/exportPalace.ts';
import { importPalace } from '../../extension/palace/transfer/importPalace.ts';
import { layouts } from '../../extension/palace/transfer/record/exportFormat.ts';
import { openPalaceStore } from '../../extension/palace/store/openPalaceStore.ts';
import { drawerRow, fileRows } from '../fixtures/palaces/smallPalace.ts';
import { treeHash } from '../fixtures/treeHash.ts';
import { benchOption } from './support/benchPalace.ts';

const drawers = Number(benchOption('drawers') ?? 122_686);
const sqliteWasm = path.resolve('node_modules/sql.js/dist/sql-wasm-debug.wasm');
const root = mkdtempSync(path.join(tmpdir(), 'synapse-exchange-'));
const perSource = 12;

const measured = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const started = performance.now();
  delay.enable();
  const value = await work();
  delay.disable();
  clearInterval(watch);
  console.log(
    JSON.stringify({
      step,
      seconds: Number(((performance.now() - started) / 1000).toFixed(1)),
      longest_ms: Math.round(delay.max / 1e6),
      p99_ms: Math.round(delay.percentile(99) / 1e6),
      peak_mb: Math.round(peak / 1e6),
    }),
  );
  return value;
};

try {
  const store = await openPalaceStore({ folder: path.join(root, 'first'), sqliteWasm });
  for (let start = 0; start < drawers; start += 1200) {
    const rows = Array.from({ length: Math.min(1200, drawers - start) }, (_, index) => start + index);
    const source = (row: number): string => `src/module${Math.floor(row / perSource)}.ts`;
    await fileRows(
      store,
      [...new Set(rows.map(source))].map((name) => ({ name, kind: 'file' })),
      rows.map((row) =>
        drawerRow({
          id: `drawer_wing${row % 7}_room${row % 23}_${row.toString(16).padStart(16, '0')}`,
          wing: `wing${row % 7}`,
          room: `room${row % 23}`,
          sourceId: source(row),
          chunkIndex: row % perSource,
          text: `Drawer ${row} tells of storm ${(row * 7919) % 100_003}: ${'the keeper counts ships and writes the tally into the ledger. '.repeat(12)}\r\n`,
        }),
      ),
    );
  }
  const options = { format: 'auto', isDryRun: false, sqliteWasm, clock: () => new Date() } as const;
  for (const layout of layouts) {
    const [out, again] = [path.join(root, layout), path.join(root, `${layout} again`)];
    const whole = { layout, includeSensitive: true, includeArchived: true } as const;
    await measured(`export ${layout}`, () => exportPalace(store, out, whole));
    const second = await openPalaceStore({ folder: path.join(root, `from ${layout}`), sqliteWasm });
    const { added } = await measured(`import ${layout}`, () => importPalace(second, out, options));
    const { duplicates } = await measured(`import ${layout} again`, () => importPalace(second, out, options));
    await exportPalace(second, again, whole);
    const isSame = JSON.stringify(treeHash(again)) === JSON.stringify(treeHash(out));
    console.log(JSON.stringify({ layout, added, duplicates, isSame }));
    if (!isSame || added !== drawers || duplicates !== drawers) process.exitCode = 1;
    await second.close();
    for (const folder of [out, again, path.join(root, `from ${layout}`)])
      rmSync(folder, { recursive: true, force: true });
  }
  await store.close();
} finally {
  rmSync(root, { recursive: true, force: true });
}
