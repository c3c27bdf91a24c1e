// A set of questions on both stores in one run: all drawers in one palace, and all at a team's server, asked by a palace that has
// none of them. One JSON line a store; times are those of the first time that a question is asked.
// node dist/bench/teamRecall.js --data FOLDER [--limit N] [--palace FOLDER] [--each FILE]
// FOLDER has corpus.jsonl and queries.jsonl; --palace keeps the palace with the drawers, so that the next run embeds nothing; --each
// writes what was found question by question.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';
import { TeamAdmin } from '../../extension/service/team/teamAdmin.ts';
import type * as Postgres from '../../scripts/programs/postgres.mjs';
import { benchOption, benchPalace } from './support/benchPalace.ts';
import { mean, percentile, rankingMetrics, type RankingMetrics } from './support/rankingMetrics.ts';

/** Times that a question is asked again while the server's answer is too late. */
const mostAgain = 20;
/** Milliseconds before it is asked again: the first questions come while the server is being connected to, and none waits for that. */
const pauseMs = 250;
const question = z.object({ query: z.string(), gold: z.array(z.string()), wing: z.string().optional() });

const data = benchOption('data');
if (data === undefined || data === '')
  throw new Error('usage: teamRecall --data FOLDER (with corpus.jsonl and queries.jsonl)');
const each = benchOption('each');
const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-team-recall-'));
const linesOf = (file: string): unknown[] =>
  readFileSync(path.join(data, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as unknown);
const questions = linesOf('queries.jsonl')
  .map((line) => question.parse(line))
  .slice(0, Number(benchOption('limit') ?? Infinity));
const wings = [...new Set(linesOf('corpus.jsonl').map((line) => z.object({ wing: z.string() }).parse(line).wing))];

const ask = async (api: PalaceApi, store: string): Promise<void> => {
  const found: RankingMetrics[] = [];
  const times: number[] = [];
  let leftOut = 0;
  let neverAnswered = 0;
  for (const { query, gold, wing } of questions) {
    const search = () =>
      api.search({
        query,
        k: 10,
        dry_run: true,
        explain: each !== undefined,
        ...(wing === undefined ? {} : { filter: { wing: [wing] } }),
      });
    const isWithout = (warnings: readonly string[]): boolean =>
      warnings.some((line) => line.includes('is left out'));
    const started = performance.now();
    let { results, warnings } = await search();
    times.push(performance.now() - started);
    if (isWithout(warnings)) leftOut += 1;
    // What the server finds is measured, not how busy this machine is.
    for (let again = 0; again < mostAgain && isWithout(warnings); again++) {
      await setTimeout(pauseMs);
      ({ results, warnings } = await search());
    }
    if (isWithout(warnings)) neverAnswered += 1;
    const ids = results.flatMap((hit) => [hit.drawer_id, ...hit.also_in]).map((id) => id.replace(/^team:/, ''));
    const metrics = rankingMetrics(ids, gold);
    found.push(metrics);
    if (each !== undefined)
      appendFileSync(
        each,
        `${JSON.stringify({ store, query, wing, gold, ...metrics, hits: results.map(({ drawer_id: id, score_events: events, score_breakdown: sum }) => ({ id, sum, events })), warnings })}\n`,
      );
  }
  const rounded = (x: number): number => Math.round(x * 1000) / 1000;
  const line = {
    store,
    data: path.basename(path.resolve(data)),
    queries: found.length,
    'R@10': rounded(mean(found.map(({ r10 }) => r10))),
    MRR: rounded(mean(found.map(({ mrr }) => mrr))),
    left_out: leftOut,
    never_answered: neverAnswered,
    ms: { p50: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) },
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

// By its path when it runs: in this bundle, that script would take itself for the program.
const { startPostgres } = (await import(
  pathToFileURL(path.resolve('scripts/programs/postgres.mjs')).href
)) as typeof Postgres;
process.env['XDG_DATA_HOME'] = path.join(scratch, 'data');
const server = await startPostgres({});
const [holder, asker] = [
  await benchPalace(benchOption('palace') ?? path.join(scratch, 'holder')),
  await benchPalace(path.join(scratch, 'asker')),
];
try {
  await holder.api.importDrawers({ file: path.join(data, 'corpus.jsonl'), wait_for_embeddings: true });
  await ask(holder.api, 'one palace');
  const admin = new TeamAdmin(server.url, null);
  await admin.setup('bench');
  const invited = [];
  for (const name of ['ada', 'cay']) invited.push(await admin.invite('bench', name, wings[0] ?? '', 'owner'));
  for (const wing of wings) await admin.invite('bench', 'ada', wing, 'owner');
  for (const wing of wings) await admin.invite('bench', 'cay', wing, 'reader');
  const [ada, cay] = invited;
  if (ada === undefined || cay === undefined) throw new Error('Nobody was invited.');
  await holder.api.teamConnect({ url: ada.url, password: ada.password });
  for (const wing of wings) await holder.api.teamShare({ wing });
  await holder.api.teamLeave({});
  await asker.api.teamConnect({ url: cay.url, password: cay.password });
  await ask(asker.api, 'at the server');
} finally {
  await Promise.all([holder.close(), asker.close()]);
  await server.remove();
  rmSync(scratch, { recursive: true, force: true });
}
