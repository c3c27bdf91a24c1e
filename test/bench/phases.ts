// What each phase is worth: one row per phase, switched off (or on, where `default` has it off), asked through the product.
// node dist/bench/phases.js --data FOLDER [--palace FOLDER] [--limit N] [--only PHASE]…
// Every second question is a lesson: it is asked in earnest and its answers are opened, one session each, before the rows
// about use (ltp, association, expansion). All rows are measured on the other questions, within their wing and over all wings;
// the last ones on the lessons themselves, asked again without any word of their answers.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';
import { benchOption, benchOptions, benchPalace } from './support/benchPalace.ts';
import { mean, rankingMetrics } from './support/rankingMetrics.ts';

const querySchema = z.object({ query: z.string(), gold: z.array(z.string()), wing: z.string().optional() });
type Query = z.infer<typeof querySchema>;
const lineSchema = z.object({ id: z.string(), wing: z.string(), text: z.string() });

type Overrides = Readonly<Record<string, unknown>>;
interface Row {
  readonly phase: string;
  readonly change: string;
  readonly profile?: string;
  readonly overrides: Overrides;
  /** Names in `phase_timing_ms` that the phase's time stands under. */
  readonly timings: readonly string[];
}

const off = (phase: string, overrides: Overrides, timings: readonly string[] = [phase]): Row => ({
  phase,
  change: 'off',
  overrides,
  timings,
});
const on = (phase: string, change: string, overrides: Overrides, timings: readonly string[] = [phase]): Row => ({
  phase,
  change,
  overrides,
  timings,
});

const fresh: readonly Row[] = [
  { phase: 'all', change: 'default', overrides: {}, timings: [] },
  { phase: 'all', change: 'baseline', profile: 'baseline', overrides: {}, timings: [] },
  off('pair', { pair_weight: 0 }),
  off('sentence', { sentence_weight: 0 }),
  off('time', { time_boost: 0 }),
  off('source', { source_weight: 0 }),
  off('importance', { importance_enabled: false }),
  off('tier', { tier_enabled: false }),
  off('tagging', { tagging_enabled: false }),
  off('lifecycle_cap', { lifecycle_min_factor: 0, lifecycle_max_factor: null }),
  off('pinned', { pinned_search_boost: 0 }),
  off('supersede', { supersede_filter_enabled: false }),
  on('supersede', 'filter', { supersede_action: 'filter' }),
  on('supersede', 'demote', { supersede_action: 'demote' }),
  on('closets', 'a leg', { closets: 'leg' }, ['closets']),
  on('closets', 'first', { closets: 'first' }, ['closets']),
  on('graph', 'one hop', { graph_enabled: true }, ['graph']),
  on('graph', 'two hops', { graph_enabled: true, graph_hops: 2 }, ['graph']),
  on('decay', 'half-life 90 days', { half_life_days: 90 }),
  on('tagging', 'all types', { tagging_scope: 'all' }),
  on('duplicates', 'near ones folded', { fold_near_duplicates: true }),
  on('mmr', 'λ = 0.7', { mmr_lambda: 0.7 }, ['mmr']),
  on('mmr', 'λ = 0.5', { mmr_lambda: 0.5 }, ['mmr']),
  off('cross_wing_balancing', { wing_diversity_weight: 0 }),
  on('cross_wing_balancing', 'plain penalty', { wing_diversity_scale: 'none' }),
];
const afterUse: readonly Row[] = [
  { phase: 'all', change: 'default, after use', overrides: {}, timings: [] },
  off('ltp', { ltp_enabled: false }),
  on('ltp', 'without the cap', { lifecycle_min_factor: 0, lifecycle_max_factor: null }),
  on('association', 'on', { association_enabled: true }),
  on('query_expansion', 'on', { query_expansion_enabled: true }),
];

const askedAgain: readonly Row[] = [
  { phase: 'all', change: 'default, lessons in other words', overrides: {}, timings: [] },
  on('query_expansion', 'on, lessons in other words', { query_expansion_enabled: true }),
  off('ltp', { ltp_enabled: false }),
  on('query_expansion', 'on, ltp off', { query_expansion_enabled: true, ltp_enabled: false }),
];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The question without the words of its answers: how somebody might ask who has forgotten them. None if too little is left. */
const inOtherWords = (question: Query, textOf: (id: string) => string): Query[] => {
  const told = new Set(question.gold.flatMap((id) => wordsOf(textOf(id))));
  const left = wordsOf(question.query).filter((word) => !told.has(word));
  return left.length < 3 ? [] : [{ ...question, query: left.join(' ') }];
};

const rounded = (x: number): number => Math.round(x * 10_000) / 10_000;

interface Answer {
  readonly r10: number;
  readonly ndcg10: number;
  readonly hit: boolean;
  readonly ms: number;
}

const ask = async (
  api: PalaceApi,
  { query, gold, wing }: Query,
  { profile = 'default', overrides, timings }: Row,
  scoped: boolean,
): Promise<Answer> => {
  const { results, pipeline_trace: trace } = await api.search({
    query,
    profile,
    overrides: { final_k: 10, ...overrides },
    k: 10,
    dry_run: true,
    ...(scoped && wing !== undefined ? { filter: { wing: [wing] } } : {}),
  });
  const { r10, ndcg10 } = rankingMetrics(
    results.flatMap((hit) => [hit.drawer_id, ...hit.also_in]),
    gold,
  );
  const ms = timings.reduce(
    (sum, name) => sum + (typeof trace.phase_timing_ms[name] === 'number' ? trace.phase_timing_ms[name] : 0),
    0,
  );
  return { r10, ndcg10, hit: r10 > 0, ms };
};

const measure = async (
  api: PalaceApi,
  queries: readonly Query[],
  small: (query: Query) => boolean,
  row: Row,
): Promise<void> => {
  // A row that is switched off costs nothing: its time is that of the default, where it runs.
  const timed = row.change === 'off' ? { ...row, overrides: {} } : row;
  const [scoped, open, times]: [Answer[], Answer[], number[]] = [[], [], []];
  for (const query of queries) {
    scoped.push(await ask(api, query, row, true));
    open.push(await ask(api, query, row, false));
    if (row.timings.length > 0) times.push((await ask(api, query, timed, true)).ms);
  }
  const inSmall = open.filter((_, i) => small(queries[i] ?? { query: '', gold: [] }));
  process.stdout.write(
    `${JSON.stringify({
      phase: row.phase,
      change: row.change,
      queries: queries.length,
      'R@10': rounded(mean(scoped.map(({ r10 }) => r10))),
      'nDCG@10': rounded(mean(scoped.map(({ ndcg10 }) => ndcg10))),
      'R@10 over all wings': rounded(mean(open.map(({ r10 }) => r10))),
      'nDCG@10 over all wings': rounded(mean(open.map(({ ndcg10 }) => ndcg10))),
      'small-wing hit rate': inSmall.length === 0 ? null : rounded(mean(inSmall.map(({ hit }) => (hit ? 1 : 0)))),
      'added ms': row.timings.length === 0 ? null : rounded(mean(times)),
    })}\n`,
  );
};

const data = benchOption('data');
if (data === undefined || data === '')
  throw new Error('usage: phases --data FOLDER (with corpus.jsonl and queries.jsonl)');
const lines = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readFileSync(path.join(data, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => schema.parse(JSON.parse(line)));
const corpus = lines('corpus.jsonl', lineSchema);
const wingOf = new Map(corpus.map(({ id, wing }) => [id, wing]));
const texts = new Map(corpus.map(({ id, text }) => [id, text]));
const sizes = new Map<string, number>();
for (const wing of wingOf.values()) sizes.set(wing, (sizes.get(wing) ?? 0) + 1);
/** Smaller than half of the mean wing. */
const isSmall = ({ gold: [first = ''] }: Query): boolean =>
  (sizes.get(wingOf.get(first) ?? '') ?? Infinity) < wingOf.size / sizes.size / 2;

const queries = lines('queries.jsonl', querySchema).slice(0, Number(benchOption('limit') ?? Infinity));
const [lessons, exam] = [queries.filter((_, i) => i % 2 === 0), queries.filter((_, i) => i % 2 === 1)];
const only = benchOptions('only');
const wanted = (rows: readonly Row[]): Row[] =>
  rows.filter(({ phase }) => only.length === 0 || phase === 'all' || only.includes(phase));

const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-phases-'));
const folder = path.join(scratch, 'palace');
const kept = benchOption('palace');
if (kept !== undefined)
  cpSync(kept, folder, { recursive: true, filter: (file) => !/palace\.lock|owner\.json/.test(file) });
const palace = await benchPalace(folder);
try {
  await palace.api.importDrawers({ file: path.join(data, 'corpus.jsonl'), wait_for_embeddings: true });
  for (const row of wanted(fresh)) await measure(palace.api, exam, isSmall, row);
  for (const [i, { query, gold, wing }] of lessons.entries()) {
    await palace.api.search({ query, k: 10, ...(wing === undefined ? {} : { filter: { wing: [wing] } }) });
    await palace.api.recordAccess({ drawer_ids: gold, session_id: `lesson ${i}`, kind: 'opened' });
  }
  for (const row of wanted(afterUse)) await measure(palace.api, exam, isSmall, row);
  const again = lessons.flatMap((lesson) => inOtherWords(lesson, (id) => texts.get(id) ?? ''));
  for (const row of wanted(askedAgain)) await measure(palace.api, again, isSmall, row);
} finally {
  await palace.close();
  rmSync(scratch, { recursive: true, force: true });
}
