// Finding files of real repositories by questions, asked through the product: one JSON line per run.
// npm run bench:code -- --data FOLDER [--history CLONE [--days N]] [--run "PROFILE flag=value …"]… [--agent] [--typos SHARE] [--palace FOLDER] [--limit N]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';
import { benchOption, benchPalace } from './support/benchPalace.ts';
import { benchRuns, type BenchRun } from './support/benchRun.ts';
import { agentBudgets, filesInAnswer, filesInRipgrep, ripgrep } from './support/agentAnswers.ts';
import { filesFound, readQuestions, setMetrics, tenResults, type CodeQuestion } from './support/codeQuestions.ts';
import { ftsAnswers, hasFts5 } from './support/ftsPeer.ts';
import { indexedHistory } from './support/indexedHistory.ts';
import { minedTree } from './support/minedTree.ts';
import { percentile } from './support/rankingMetrics.ts';
import { withTypos } from './support/typos.ts';

const data = benchOption('data');
if (data === undefined || data === '')
  throw new Error('usage: bench:code -- --data FOLDER (with tree.tar.gz and queries.jsonl)');
const set = path.basename(path.resolve(data));
const isForAgent = process.argv.includes('--agent');
const runs = benchRuns('baseline', 'baseline dense_weight=0', 'baseline dense_weight=1', 'seed_rrf');

const print = (run: string, questions: readonly CodeQuestion[], answers: string[][], times: number[]): void => {
  const p50 = Math.round(percentile(times, 0.5) * 10) / 10;
  const line = {
    set,
    run,
    n: questions.length,
    ...setMetrics(questions, answers),
    ten_results: tenResults(questions, answers),
    ...(p50 > 0 ? { p50 } : {}),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const ask = async (api: PalaceApi, questions: readonly CodeQuestion[], run: BenchRun): Promise<void> => {
  const answers: string[][] = [];
  const times: number[] = [];
  for (const { query } of questions) {
    const started = performance.now();
    answers.push(await filesFound(api, { query, profile: run.profile, overrides: run.overrides }));
    times.push(performance.now() - started);
  }
  print(run.name, questions, answers, times);
};

/** The share of the questions with a relevant file in what an agent reads, by the tokens that it may cost. */
const askForAgent = async (api: PalaceApi, tree: string, questions: readonly CodeQuestion[]): Promise<void> => {
  const rg = ripgrep();
  if (rg === undefined) process.stderr.write('ripgrep was left out: install it to compare with it.\n');
  for (const tokens of agentBudgets) {
    const answers = [];
    for (const { query } of questions) answers.push(await filesInAnswer(api, query, tokens));
    const peers =
      rg === undefined
        ? []
        : [{ run: 'rg', answers: questions.map(({ query }) => filesInRipgrep(rg, tree, query, tokens)) }];
    for (const { run, answers: files } of [{ run: 'mempalace_search', answers }, ...peers]) {
      const found = questions.filter(({ relevant }, at) => relevant.some((file) => files[at]?.has(file) === true));
      const share = Math.round((found.length / questions.length) * 1000) / 1000;
      const places = files.reduce((sum, { size }) => sum + size, 0) / questions.length;
      const line = { set, run, tokens, n: questions.length, found: share, files: Math.round(places * 10) / 10 };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
  }
};

const askPeer = (tree: string, questions: readonly CodeQuestion[]): void => {
  const files = execFileSync('find', ['.', '-type', 'f', '-size', '-300k'], { cwd: tree, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(2))
    .sort();
  const queries = questions.map(({ query }) => query);
  if (hasFts5())
    print(
      'SQLite FTS5, Porter',
      questions,
      ftsAnswers(tree, files, queries).map((list) => [...list]),
      [],
    );
  else process.stderr.write('SQLite FTS5 was left out: install sqlite3 to compare with it.\n');
};

const kept = benchOption('palace');
const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-code-'));
const folder = kept ?? path.join(scratch, 'palace');
const palace = await benchPalace(folder);
try {
  const tree = await minedTree(palace.api, data, folder);
  const [clone, days] = [benchOption('history'), benchOption('days')];
  if (clone !== undefined)
    await indexedHistory(palace.api, data, tree, { clone, days: days === undefined ? undefined : Number(days) });
  const questions = withTypos(
    readQuestions(path.join(data, 'queries.jsonl')),
    Number(benchOption('typos') ?? 0),
  ).slice(0, Number(benchOption('limit') ?? Infinity));
  if (isForAgent) await askForAgent(palace.api, tree, questions);
  for (const run of isForAgent ? [] : runs) await ask(palace.api, questions, run);
  if (!isForAgent) askPeer(tree, questions);
} finally {
  await palace.close();
  rmSync(scratch, { recursive: true, force: true });
}
