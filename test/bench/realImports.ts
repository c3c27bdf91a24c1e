// What imports of real palaces come to: node dist/bench/realImports.js --fixtures FOLDER
// FOLDER holds mempalace/ and synaptic/ as those programs left them, each with an expected.json. Every drawer is compared with
// it, then exported and imported again in both formats. One JSON line per palace; the program ends with 1 if anything differs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { importPalace } from '../../extension/palace/transfer/importPalace.ts';
import { drawerId } from '../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../extension/palace/store/openPalaceStore.ts';
import { treeHash, treeStamps } from '../fixtures/treeHash.ts';
import { benchOption } from './support/benchPalace.ts';

const fixtures = benchOption('fixtures');
if (fixtures === undefined || fixtures === '') throw new Error('usage: realImports --fixtures FOLDER');
const sqliteWasm = path.resolve('node_modules/sql.js/dist/sql-wasm-debug.wasm');

const mempalaceSchema = z.object({
  drawers: z.array(
    z.object({
      id: z.string(),
      wing: z.string(),
      room: z.string(),
      source_file: z.string().nullable(),
      chunk_index: z.number(),
      filed_at: z.string(),
      text: z.string(),
    }),
  ),
});
const entrySchema = z.object({
  id: z.string(),
  date: z.string(),
  time: z.string(),
  type: z.string(),
  tags_list: z.array(z.string()),
  content: z.string(),
  tier: z.string(),
  access_count: z.number(),
  pinned: z.boolean(),
  archived: z.boolean(),
});
const synapticSchema = z.object({
  entries: z.array(entrySchema),
  patterns: z.array(z.object({ id: z.string() })),
  file_pairs: z.array(z.unknown()),
});
const walSchema = z.object({ entries: z.number(), only_in_wal: z.array(entrySchema) });

interface Expected {
  readonly id: string;
  readonly text: string;
  /** Fields that the drawer must have. */
  readonly fields: Readonly<Record<string, unknown>>;
}
const read = <T>(schema: z.ZodType<T>, ...names: readonly string[]): T =>
  schema.parse(JSON.parse(readFileSync(path.join(fixtures, ...names), 'utf8')));
const sameTypes = new Map([
  ['rule', 'decision'],
  ['checkpoint', 'progress'],
]);
const ofEntry = (entry: z.infer<typeof entrySchema>): Expected => ({
  id: entry.id,
  text: entry.content,
  fields: {
    type: sameTypes.get(entry.type) ?? entry.type,
    tier: entry.tier,
    accessCount: entry.access_count,
    pinned: entry.pinned,
    archived: entry.archived,
    filedAt: new Date(`${entry.date}T${entry.time}`).toISOString(),
    tags: [...entry.tags_list].sort().join('|'),
  },
});
const mempalace = read(mempalaceSchema, 'mempalace', 'expected.json').drawers.map((drawer): Expected => ({
  id: drawer.id,
  text: drawer.text,
  fields: {
    wing: drawer.wing,
    room: drawer.room,
    chunkIndex: drawer.chunk_index,
    filedAt: new Date(drawer.filed_at).toISOString(),
    sourceFile: drawer.source_file === '' ? null : drawer.source_file,
  },
}));
const synaptic = read(synapticSchema, 'synaptic', 'expected.json');
const wal = read(walSchema, 'synaptic', 'live-wal', 'expected.json');

let hasFailed = false;
for (const [name, folder, expected] of [
  ['mempalace', 'mempalace/palace', mempalace],
  ['synaptic', 'synaptic', synaptic.entries.map(ofEntry)],
  ['synaptic, live log', 'synaptic/live-wal', [...synaptic.entries, ...wal.only_in_wal].map(ofEntry)],
] as const) {
  const target = path.join(fixtures, folder);
  const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-real-'));
  const store = await openPalaceStore({ folder: scratch, sqliteWasm });
  try {
    const before = JSON.stringify([treeHash(target), treeStamps(target)]);
    const {
      added,
      duplicates,
      skipped,
      warnings,
      elapsed_ms: ms,
    } = await importPalace(store, target, {
      format: 'auto',
      isDryRun: false,
      sqliteWasm,
      clock: () => new Date(),
    });
    const wrong = expected.flatMap(({ id, text, fields }) => {
      const drawer = store.read.drawerById(drawerId(id));
      if (drawer === undefined) return [`${id} is missing`];
      const ours: Readonly<Record<string, unknown>> = {
        ...drawer,
        tags: (store.read.tagsOf([drawer.id]).get(drawer.id) ?? []).join('|'),
      };
      return [
        ...(drawer.text === text ? [] : [`${id}: text`]),
        ...Object.entries(fields)
          .filter(([key, value]) => ours[key] !== value)
          .map(([key, value]) => `${id}: ${key} is ${String(ours[key])}, not ${String(value)}`),
      ];
    });
    const untouched = JSON.stringify([treeHash(target), treeStamps(target)]) === before;
    const again = await importPalace(store, target, {
      format: 'auto',
      isDryRun: false,
      sqliteWasm,
      clock: () => new Date(),
    });
    const isRight =
      wrong.length === 0 &&
      untouched &&
      added === expected.length &&
      again.added === 0 &&
      again.duplicates === expected.length;
    hasFailed ||= !isRight;
    console.log(
      JSON.stringify({
        name,
        isRight,
        expected: expected.length,
        added,
        duplicates,
        skipped,
        patterns: store.read.patternsAfter('', 100, true).length,
        untouched,
        wrong,
        warnings,
        ms,
      }),
    );
  } finally {
    await store.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
if (hasFailed) process.exitCode = 1;
