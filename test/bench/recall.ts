// Ranking quality on a benchmark set, asked through the product: one JSON line per run, `default` first.
// node dist/bench/recall.js --data FOLDER [--run "PROFILE flag=value …"]… [--palace FOLDER] [--limit N] [--engines]
// --engines: both embedding engines, one after the other, each with a palace of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';
import { engineChoices, type EngineChoice } from '../../extension/palace/model/embedding/embeddingEngine.ts';
import { benchOption, benchPalace } from './support/benchPalace.ts';
import { benchRuns, type BenchRun } from './support/benchRun.ts';
import { mean, percentile, rankingMetrics, type RankingMetrics } from './support/rankingMetrics.ts';

const querySchema = z.object({
  id: z.string(),
  query: z.string(),
  gold: z.array(z.string()),
  wing: z.string().optional(),
  style: z.string(),
});
type Query = z.infer<typeof querySchema>;

const data = benchOption('data');
if (data === undefined || data === '')
  throw new Error('usage: recall --data FOLDER (with corpus.jsonl and queries.jsonl)');
const unscoped = process.argv.includes('--unscoped');
const runs = benchRuns('baseline', 'seed_rrf', 'baseline dense_weight=0', 'baseline dense_weight=1');

const rounded = (x: number): number => Math.round(x * 1000) / 1000;

const ask = async (
  api: PalaceApi,
  queries: readonly Query[],
  run: BenchRun,
  engine: string | null,
): Promise<void> => {
  const scores: { readonly style: string; readonly metrics: RankingMetrics }[] = [];
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    const result = await api.search({
      query: query.query,
      profile: run.profile,
      overrides: run.overrides,
      k: 10,
      ...(query.wing === undefined || unscoped ? {} : { filter: { wing: [query.wing] } }),
    });
    times.push(performance.now() - started);
    // A folded duplicate is shown with its result: it counts, and takes a place of its own.
    scores.push({
      style: query.style,
      metrics: rankingMetrics(
        result.results.flatMap((hit) => [hit.drawer_id, ...hit.also_in]),
        query.gold,
      ),
    });
  }
  const average = (of: (metrics: RankingMetrics) => number, among = scores): number =>
    rounded(mean(among.map(({ metrics }) => of(metrics))));
  process.stdout.write(
    `${JSON.stringify({
      run: run.name,
      engine,
      data: path.basename(path.resolve(data)),
      queries: scores.length,
      'R@1': average((m) => m.r1),
      'R@5': average((m) => m.r5),
      'R@10': average((m) => m.r10),
      MRR: average((m) => m.mrr),
      'nDCG@10': average((m) => m.ndcg10),
      'R@10 by style': Object.fromEntries(
        [...new Set(scores.map(({ style }) => style))].sort().map((style) => [
          style,
          average(
            (m) => m.r10,
            scores.filter((score) => score.style === style),
          ),
        ]),
      ),
      ms: { p50: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) },
    })}\n`,
  );
};

const measure = async (folder: string, engine: EngineChoice): Promise<void> => {
  const palace = await benchPalace(folder, { engine });
  try {
    const started = performance.now();
    const report = await palace.api.importDrawers(
      { file: path.join(data, 'corpus.jsonl'), wait_for_embeddings: true },
      {
        onProgress: ({ stage, done, total }) =>
          process.stderr.isTTY && process.stderr.write(`\r${stage} ${done}/${total ?? '?'}   `),
      },
    );
    const { embeddings } = await palace.api.status({});
    process.stderr.write(
      `\nimported ${report.added} drawers (${report.duplicates} there already, skipped ${JSON.stringify(report.skipped)}) in ${((performance.now() - started) / 1000).toFixed(1)} s, embedded by ${embeddings.engine}\n`,
    );
    const queries = readFileSync(path.join(data, 'queries.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => querySchema.parse(JSON.parse(line)))
      .slice(0, Number(benchOption('limit') ?? Infinity));
    for (const run of runs) await ask(palace.api, queries, run, embeddings.engine);
  } finally {
    await palace.close();
  }
};

const kept = benchOption('palace');
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'synapse-recall-'));
try {
  if (!process.argv.includes('--engines')) await measure(folder, 'automatic');
  else for (const engine of engineChoices) await measure(path.join(folder, engine), engine);
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
