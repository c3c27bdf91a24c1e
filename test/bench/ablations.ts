// What each field, phase and constant of ranking is worth on every set: one change at a time from `default`, asked through the product.
// npm run bench:ablations -- --sets FOLDER [--histories FOLDER] [--palaces FOLDER] [--limit N] [--only FLAG]… [--write]
// A set is a folder with queries.jsonl and tree.tar.gz (a repository, ranks of files) or corpus.jsonl (drawers, ranks of drawers).
// --histories has a clone for each repository whose palace holds its commits as well, in a folder with the set's name.
// --palaces keeps each set's palace, so that the next run embeds nothing; --write puts the table into docs/benchmarks.md.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';
import { builtInProfiles } from '../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import { profileFlagsSchema } from '../../extension/palace/retrieval/profiles/profileFlags.ts';
import { benchOption, benchOptions, benchPalace } from './support/benchPalace.ts';
import { filesFound, firstRank, readQuestions } from './support/codeQuestions.ts';
import { indexedHistory } from './support/indexedHistory.ts';
import { minedTree } from './support/minedTree.ts';
import { mean, rankingMetrics } from './support/rankingMetrics.ts';

type Overrides = Readonly<Record<string, unknown>>;
interface Change {
  readonly flag: string;
  readonly value: unknown;
}

/** Weights and other numbers: each is taken away, halved and, where it may be, doubled. */
const numbers = [
  'path_weight',
  'names_weight',
  'subject_weight',
  'pair_weight',
  'sentence_weight',
  'time_boost',
  'kind_weight',
  'kind_docs_share',
  'source_weight',
  'source_support',
  'source_decline',
  'neighbour_weight',
  'series_weight',
  'history_weight',
  'tests_weight',
  'common_term_share',
  'wing_diversity_weight',
] as const;
/** Anything else takes its other values. */
const others: readonly Change[] = [
  { flag: 'dense_weight', value: 0 },
  { flag: 'dense_weight', value: 0.5 },
  { flag: 'dense_weight', value: 1 },
  { flag: 'fusion', value: 'rrf' },
  { flag: 'lexical_statistics', value: 'scope' },
  { flag: 'spelling_enabled', value: false },
  { flag: 'pair_scope', value: 'all' },
  { flag: 'sentence_scope', value: 'all' },
  { flag: 'closets', value: 'leg' },
  { flag: 'graph_enabled', value: true },
  { flag: 'mmr_lambda', value: 0.7 },
  { flag: 'fold_near_duplicates', value: true },
  { flag: 'half_life_days', value: 90 },
];

/** Asks every question with the overrides: each one's quality, 0 to 1 (1 / rank of the first file, or recall of the first ten). */
interface BenchSet {
  readonly name: string;
  readonly measure: 'MRR' | 'R@10';
  readonly ask: (overrides: Overrides) => Promise<number[]>;
}

const drawerQuestion = z.object({ query: z.string(), gold: z.array(z.string()), wing: z.string().optional() });

const setsIn = (folder: string): string[] =>
  existsSync(path.join(folder, 'queries.jsonl'))
    ? [folder]
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => setsIn(path.join(folder, name)))
        .sort();

const limit = Number(benchOption('limit') ?? Infinity);

/** Where a set's clone is; undefined where its palace holds no commits. */
const cloneOf = (set: string): string | undefined => {
  const histories = benchOption('histories');
  const clone = histories === undefined ? undefined : path.resolve(histories, set);
  return clone !== undefined && existsSync(clone) ? clone : undefined;
};

const openSet = async (api: PalaceApi, folder: string, palaceFolder: string): Promise<BenchSet> => {
  const [name, file] = [path.basename(folder), path.join(folder, 'queries.jsonl')];
  const eachOf =
    <T>(questions: readonly T[], quality: (question: T, overrides: Overrides) => Promise<number>) =>
    async (overrides: Overrides): Promise<number[]> => {
      const found: number[] = [];
      for (const question of questions) found.push(await quality(question, overrides));
      return found;
    };
  if (existsSync(path.join(folder, 'tree.tar.gz'))) {
    const tree = await minedTree(api, folder, palaceFolder);
    const clone = cloneOf(name);
    if (clone !== undefined) await indexedHistory(api, folder, tree, { clone, days: undefined });
    const ask = eachOf(readQuestions(file).slice(0, limit), async ({ query, relevant }, overrides) => {
      const rank = firstRank(await filesFound(api, { query, overrides, dry_run: true }), relevant);
      return rank === 0 ? 0 : 1 / rank;
    });
    return { name: clone === undefined ? name : `${name} and its commits`, measure: 'MRR', ask };
  }
  await api.importDrawers({ file: path.join(folder, 'corpus.jsonl'), wait_for_embeddings: true });
  const questions = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => drawerQuestion.parse(JSON.parse(line)))
    .slice(0, limit);
  const ask = eachOf(questions, async ({ query, gold, wing }, overrides) => {
    const filter = wing === undefined ? {} : { filter: { wing: [wing] } };
    const { results } = await api.search({ query, overrides, k: 10, dry_run: true, ...filter });
    return rankingMetrics(
      results.flatMap((hit) => [hit.drawer_id, ...hit.also_in]),
      gold,
    ).r10;
  });
  return { name, measure: 'R@10', ask };
};

const only = benchOptions('only');
const changes = [
  ...numbers.flatMap((flag) => {
    const value = builtInProfiles['default']?.[flag] ?? 0;
    return [0, value / 2, value * 2]
      .filter((each) => profileFlagsSchema.shape[flag].safeParse(each).success)
      .map((each): Change => ({ flag, value: each }));
  }),
  ...others,
].filter(({ flag }) => only.length === 0 || only.includes(flag));

/** Change → set → its cell: by how many points the set's measure differs, and the questions that got better and worse. */
const table = new Map<string, Map<string, string>>();
const labelOf = ({ flag, value }: Change): string => `\`${flag}=${String(value)}\``;
const points = (x: number): string => `${x > 0 ? '+' : x < 0 ? '−' : ''}${Math.abs(x * 100).toFixed(1)}`;

const measureSet = async (folder: string): Promise<string> => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-ablations-'));
  const kept = benchOption('palaces');
  const palaceFolder = path.join(kept ?? scratch, path.basename(folder));
  const palace = await benchPalace(palaceFolder);
  try {
    const set = await openSet(palace.api, folder, palaceFolder);
    const usual = await set.ask({});
    for (const change of changes) {
      const changed = await set.ask({ [change.flag]: change.value });
      const better = changed.filter((quality, i) => quality > (usual[i] ?? 0)).length;
      const worse = changed.filter((quality, i) => quality < (usual[i] ?? 0)).length;
      const difference = mean(changed) - mean(usual);
      const cell = better + worse === 0 ? '0' : `${points(difference)} (${better}/${worse})`;
      const row = table.get(labelOf(change)) ?? new Map<string, string>();
      table.set(labelOf(change), row.set(path.basename(folder), cell));
      process.stdout.write(
        `${JSON.stringify({ set: set.name, n: usual.length, measure: set.measure, default: mean(usual), ...change, difference, better, worse })}\n`,
      );
    }
    return `${set.name}, ${set.measure} ${mean(usual).toFixed(3)}, ${usual.length} questions`;
  } finally {
    await palace.close();
    rmSync(scratch, { recursive: true, force: true });
  }
};

const root = benchOption('sets');
if (root === undefined || root === '')
  throw new Error('usage: bench:ablations -- --sets FOLDER (of folders with queries.jsonl)');
const names: string[] = [];
const heads: string[] = [];
for (const folder of setsIn(root)) {
  heads.push(await measureSet(folder));
  names.push(path.basename(folder));
}
const rows = [
  `| change from \`default\` | ${heads.join(' | ')} |`,
  `| --- |${' --- |'.repeat(names.length)}`,
  ...[...table].map(
    ([label, cells]) => `| ${label} | ${names.map((name) => cells.get(name) ?? '').join(' | ')} |`,
  ),
];
process.stderr.write(`${rows.join('\n')}\n`);
if (process.argv.includes('--write')) {
  const file = 'docs/benchmarks.md';
  const text = readFileSync(file, 'utf8');
  const [begin, end] = ['<!-- ablations -->\n', '<!-- end of ablations -->'];
  const [before, rest] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))];
  writeFileSync(file, `${before}\n${rows.join('\n')}\n\n${rest}`);
}
