// Mining and search at a given size, through the product: node dist/bench/scale.js --drawers N [--palace FOLDER] [--queries N]
// Embedding so many drawers would take hours, so the vectors are random ones of the model's dimension, put in after mining:
// They make the dense leg do its whole work; what it finds means nothing here. One JSON line.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPalaceStore } from '../../extension/palace/store/openPalaceStore.ts';
import type { Params, Result } from '../../extension/palace/contract/palaceApi.ts';
import { stampKey, type ModelStamp } from '../../extension/palace/model/embedding/modelStamp.ts';
import { quantise } from '../../extension/palace/vectors/quantise.ts';
import { engineOf, modelStampOf, readDescription } from '../../extension/palace/embedding/modelFolder.ts';
import { benchOption, benchPalace } from './support/benchPalace.ts';
import { mean, percentile } from './support/rankingMetrics.ts';
import { randomNumbers, syntheticText, writeSyntheticWorkspace } from './support/syntheticWorkspace.ts';

const drawers = Number(benchOption('drawers') ?? 10_000);
const queries = Number(benchOption('queries') ?? 200);
const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-scale-'));
/** A palace that is kept for the next run, or that an earlier run has left. */
const kept = benchOption('palace');
const folder = kept ?? path.join(scratch, 'palace');
/** Where it is filed: a run that is interrupted leaves nothing that looks like a whole palace. */
const unfinished = `${folder}.unfinished`;
const text = syntheticText(42);
const newQuery = (i: number): string => Array.from({ length: 2 + (i % 6) }, () => text.word()).join(' ');
/** Drawers per transaction. */
const page = 2000;
const rounded = (x: number): number => Math.round(x * 100) / 100;

/** Gives every drawer that has no vector of the model a random one. */
const randomVectors = async (palace: string, stamp: ModelStamp): Promise<void> => {
  const random = randomNumbers(7);
  const store = await openPalaceStore({ folder: palace, sqliteWasm: path.resolve('dist/sql-wasm-debug.wasm') });
  const modelId = stampKey(stamp);
  const embedded = new Set<number>();
  for (let after: number | undefined = 0; after !== undefined;)
    after = store.read.visitVectors(modelId, after, page, (rowid) => embedded.add(rowid));
  for (let after = 0; ;) {
    const rowids = store.read.scanIndexed(after, page, new Map()).map(({ rowid }) => rowid);
    const last = rowids.at(-1);
    if (last === undefined) break;
    after = last;
    const due = rowids.filter((rowid) => !embedded.has(rowid));
    if (due.length === 0) continue;
    await store.write((transaction) => {
      transaction.setMeta('embedding_stamp', JSON.stringify(stamp));
      transaction.putVectors(
        due.map((rowid) => ({
          rowid,
          modelId,
          ...quantise(Float32Array.from({ length: stamp.dim }, () => random() - 0.5)),
        })),
      );
    });
  }
  await store.close();
};

/** Milliseconds from opening the palace to its first answer by words. */
const openToLexical = async (word: string): Promise<number> => {
  const opened = performance.now();
  const palace = await benchPalace(folder, { workers: null });
  await palace.api.search({ query: word, words_only: true });
  const elapsed = performance.now() - opened;
  await palace.close();
  return elapsed;
};

/** Saves a note and leaves the palace as its owner does if it is killed then: with the word index of before. */
const killedAfterSave = async (): Promise<void> => {
  const [index, before] = [path.join(folder, 'lexical.idx'), path.join(scratch, 'before.idx')];
  copyFileSync(index, before);
  const palace = await benchPalace(folder);
  await palace.api.save({ text: 'The crane is inspected in March.', type: 'insight' });
  await palace.close();
  copyFileSync(before, index);
};

/** Opens a palace, searches it, and prints the megabytes of the process, of which the owner is a thread. */
const printMemory = async (palaceFolder: string): Promise<void> => {
  const palace = await benchPalace(palaceFolder, { workers: null });
  for (let i = 0; i < queries; i++) await palace.api.search({ query: newQuery(i) });
  process.stdout.write(String(Math.round(process.memoryUsage().rss / 1e6)));
  await palace.close();
};

/** The same of a new process, since this one has done more than an owner does. */
const memoryOfOwner = (): number =>
  Number(
    execFileSync(process.execPath, [process.argv[1] ?? '', '--memory-of', folder, '--queries', String(queries)], {
      encoding: 'utf8',
    }),
  );

const description = await readDescription(path.resolve('media/models/all-MiniLM-L6-v2-int8'));
const stamp = modelStampOf(description, engineOf(description, 'automatic'));
/** Files that many drawers. */
const mine = async (): Promise<Result<'mine'>> => {
  writeSyntheticWorkspace(path.join(scratch, 'workspace'), drawers, text);
  rmSync(unfinished, { recursive: true, force: true });
  const miner = await benchPalace(unfinished);
  const mined = await miner.api.mine({ folders: [{ path: path.join(scratch, 'workspace'), name: 'workspace' }] });
  await miner.close();
  await randomVectors(unfinished, stamp);
  renameSync(unfinished, folder);
  return mined;
};
const printScale = async (): Promise<void> => {
  const mined = existsSync(path.join(folder, 'palace.sqlite')) ? undefined : await mine();
  // One that an earlier version left may have another engine's.
  await randomVectors(folder, stamp);
  // An index that an earlier version left is built anew.
  await openToLexical(text.word());
  const opened = performance.now();
  const palace = await benchPalace(folder, { workers: null });
  await palace.api.search({ query: text.word(), words_only: true });
  const firstLexical = performance.now() - opened;
  await palace.api.search({ query: text.sentence() });
  const firstHybrid = performance.now() - opened;
  // Before the searches of this run: what they record of use is the benchmark's own.
  const { bytes } = (await palace.api.status({})).palace;
  type Measured = { readonly times: number[]; readonly phases: Record<string, number[]> };
  const measure = async (explain: boolean, queryAt = newQuery): Promise<Measured> => {
    const times: number[] = [];
    const phases: Record<string, number[]> = {};
    for (let i = 0; i < queries; i++) {
      const query = queryAt(i);
      const started = performance.now();
      const { pipeline_trace: trace } = await palace.api.search({ query, explain, candidate_trace: explain });
      times.push(performance.now() - started);
      for (const [phase, ms] of Object.entries(trace.phase_timing_ms))
        if (typeof ms === 'number') (phases[phase] ??= []).push(ms);
    }
    return { times, phases };
  };
  const plain = await measure(false);
  const explained = await measure(true);
  // As somebody types: each query comes four times, a key longer each time; all but the first find what was just found.
  let typing = '';
  const typed = await measure(false, (i) => {
    if (i % 4 === 0) typing = newQuery(i + 3);
    return typing.slice(0, typing.length - 3 + (i % 4));
  });
  const phasesOf = ({ phases }: Measured): object =>
    Object.fromEntries(Object.entries(phases).map(([phase, ms]) => [phase, rounded(mean(ms))]));
  const scan = async (request: Params<'scanPalace'>): Promise<object> => {
    const {
      pagination_state: state,
      ltp_updated,
      phase_timing_ms: { paginated_scoring: timing },
    } = await palace.api.scanPalace(request);
    return {
      ...state,
      ltp_updated,
      total_ms: timing.total_ms,
      avg_batch_ms: timing.avg_batch_ms,
      slowest_batch: timing.slowest_batch,
    };
  };
  const used = (await palace.api.list({ limit: 1000 })).drawers.map(({ drawer_id: id }) => id);
  await palace.api.recordAccess({ drawer_ids: used, session_id: 'scale', kind: 'opened' });
  const whole = { max_scan_depth: 10_000_000 };
  const scans = {
    dry: await scan({ ...whole, dry_run: true }),
    first: await scan(whole),
    second: await scan(whole),
    bounded: await scan({}),
  };
  const status = await palace.api.status({});
  await palace.close();
  const clean = await openToLexical(text.word());
  await killedAfterSave();
  const killed = await openToLexical(text.word());
  process.stdout.write(
    `${JSON.stringify({
      drawers: status.drawers.total,
      ...(mined === undefined
        ? {}
        : {
            mined_per_second: Math.round((mined.drawers.added / mined.elapsed_ms) * 1000),
            mine_s: rounded(mined.elapsed_ms / 1000),
          }),
      search_ms: { p50: rounded(percentile(plain.times, 0.5)), p95: rounded(percentile(plain.times, 0.95)) },
      explain_and_trace: {
        p50: rounded(percentile(explained.times, 0.5)),
        ratio: rounded(percentile(explained.times, 0.5) / percentile(plain.times, 0.5)),
      },
      phases_mean_ms: phasesOf(plain),
      typed: { p50: rounded(percentile(typed.times, 0.5)), phases_mean_ms: phasesOf(typed) },
      open_to_first_ms: {
        lexical: Math.round(firstLexical),
        hybrid: Math.round(firstHybrid),
        lexical_after_clean_end: Math.round(clean),
        lexical_after_killed_save: Math.round(killed),
      },
      scans,
      palace_mb: rounded(bytes / 1e6),
      rss_mb: memoryOfOwner(),
    })}\n`,
  );
};

const memoryOf = benchOption('memory-of');
try {
  await (memoryOf === undefined ? printScale() : printMemory(memoryOf));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
