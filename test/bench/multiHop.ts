// Does the graph find what neither words nor meaning lead to? One JSON line a variant, on the slice of multi-hop questions of
// which some gold drawer is no neighbour, by meaning, of the question or of another gold drawer.
// node dist/bench/multiHop.js --data FOLDER [--wings N] [--palace FOLDER]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';
import { benchOption, benchPalace } from './support/benchPalace.ts';
import { mean, rankingMetrics } from './support/rankingMetrics.ts';

const querySchema = z.object({
  id: z.string(),
  query: z.string(),
  gold: z.array(z.string()),
  wing: z.string().optional(),
  category: z.string(),
});
type Query = z.infer<typeof querySchema>;

/** A gold drawer counts as adjacent if it is among this many nearest ones. */
const near = 10;

const data = benchOption('data');
if (data === undefined || data === '')
  throw new Error('usage: multiHop --data FOLDER (with corpus.jsonl and queries.jsonl)');

const linesOf = (name: string): string[] =>
  readFileSync(path.join(data, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
const corpus = linesOf('corpus.jsonl').map((line) => ({
  line,
  wing: z.object({ wing: z.string() }).parse(JSON.parse(line)).wing,
}));
const wings = [...new Set(corpus.map(({ wing }) => wing))].slice(0, Number(benchOption('wings') ?? Infinity));
const multiHop = linesOf('queries.jsonl')
  .map((line) => querySchema.parse(JSON.parse(line)))
  .filter(
    ({ category, gold, wing }) =>
      category === 'multi-hop' && gold.length > 1 && (wing === undefined || wings.includes(wing)),
  );

const ask = async (
  api: PalaceApi,
  { query, wing }: Query,
  overrides: Readonly<Record<string, unknown>>,
  profile = 'default',
): Promise<string[]> => {
  const { results } = await api.search({
    query,
    profile,
    overrides,
    k: 10,
    dry_run: true,
    ...(wing === undefined ? {} : { filter: { wing: [wing] } }),
  });
  return results.flatMap((hit) => [hit.drawer_id, ...hit.also_in]);
};

/** Whether dense retrieval has no short cut to some gold drawer. */
const isNonAdjacent = async (api: PalaceApi, query: Query): Promise<boolean> => {
  const reached = new Set(await ask(api, query, { dense_weight: 1 }, 'baseline'));
  for (const gold of query.gold) {
    const { results } = await api.similar({ drawer_id: gold, k: near });
    for (const { drawer_id: id } of results) reached.add(id);
  }
  return query.gold.some((id) => !reached.has(id));
};

/** At which ranks the graph has the gold drawers that a search misses; null: no chain of concepts leads there. */
const reach = async (api: PalaceApi, queries: readonly Query[], graph_hops: number): Promise<object> => {
  const ranks: (number | null)[] = [];
  for (const { query, gold, wing } of queries) {
    const found = new Set(await ask(api, { id: '', query, gold, wing, category: '' }, {}));
    for (const id of gold.filter((one) => !found.has(one))) {
      const { leg_ranks: legs } = await api.whyNot({
        drawer_id: id,
        query,
        overrides: { graph_enabled: true, graph_hops },
        ...(wing === undefined ? {} : { filter: { wing: [wing] } }),
      });
      ranks.push(legs['graph']?.rank ?? null);
    }
  }
  const reached = ranks.filter((rank) => rank !== null).sort((a, b) => a - b);
  return {
    graph_hops,
    missed: ranks.length,
    reached: reached.length,
    in_first_10: reached.filter((rank) => rank <= 10).length,
    median_rank: reached[Math.floor(reached.length / 2)] ?? null,
  };
};

const rounded = (x: number): number => Math.round(x * 1000) / 1000;
const folder = benchOption('palace') ?? mkdtempSync(path.join(tmpdir(), 'synapse-hops-'));
const palace = await benchPalace(folder);
try {
  const file = path.join(folder, 'subset.jsonl');
  writeFileSync(
    file,
    corpus
      .filter(({ wing }) => wings.includes(wing))
      .map(({ line }) => `${line}\n`)
      .join(''),
  );
  await palace.api.importDrawers({ file, wait_for_embeddings: true });
  const slice: Query[] = [];
  for (const query of multiHop) if (await isNonAdjacent(palace.api, query)) slice.push(query);
  for (const hops of [1, 2]) process.stdout.write(`${JSON.stringify(await reach(palace.api, slice, hops))}\n`);
  const variants: Readonly<Record<string, unknown>>[] = [
    {},
    ...[1, 2].flatMap((graph_hops) =>
      [0.15, 0.3, 0.5, 1].map((graph_weight) => ({ graph_enabled: true, graph_hops, graph_weight })),
    ),
  ];
  for (const overrides of variants) {
    const of = async (queries: readonly Query[]) => {
      const metrics = [];
      for (const query of queries)
        metrics.push(rankingMetrics(await ask(palace.api, query, overrides), query.gold));
      return {
        queries: queries.length,
        'R@10': rounded(mean(metrics.map(({ r10 }) => r10))),
        'R@5': rounded(mean(metrics.map(({ r5 }) => r5))),
        MRR: rounded(mean(metrics.map(({ mrr }) => mrr))),
      };
    };
    process.stdout.write(
      `${JSON.stringify({ data: path.basename(path.resolve(data)), wings: wings.length, overrides, non_adjacent: await of(slice), multi_hop: await of(multiHop) })}\n`,
    );
  }
} finally {
  await palace.close();
  if (benchOption('palace') === undefined) rmSync(folder, { recursive: true, force: true });
}
