import pg from 'pg';
import { inverseDocumentFrequency } from '../../../extension/palace/lexical/bm25.ts';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import type { PostgresTeamServer } from '../../../extension/service/team/postgresTeamServer.ts';
import type { BenchDrawer } from './teamDrawers.ts';
import { mean, percentile } from './rankingMetrics.ts';

const vectorText = ({ data }: BenchDrawer['vector']): string => `[${data.join(',')}]`;
const rounded = (x: number): number => Math.round(x * 100) / 100;
const spread = (times: readonly number[]): object => ({
  p50_ms: rounded(percentile(times, 0.5)),
  p95_ms: rounded(percentile(times, 0.95)),
});

/** Four words of a text, in the order in which they come. */
const wordsOf = (text: string): string[] => {
  const words = [...new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? [])];
  return [1, 3, 5, 7].flatMap((eighth) => words[Math.floor((words.length * eighth) / 8)] ?? []);
};

/** As a search takes them: the rarest first, and how many of them are rare. */
const weighed = (words: readonly string[], counts: readonly (number | null)[], drawers: number) => {
  const byRarity = words
    .map((word, i) => ({ word, held: counts[i] ?? Math.round(drawers / 2) }))
    .sort((a, b) => a.held - b.held);
  let held = 0;
  const rare = byRarity.filter((word, i) => (held += word.held) <= 5_000 || i === 0).length;
  return {
    words: byRarity.map((word) => ({ word: word.word, weight: inverseDocumentFrequency(drawers, word.held) })),
    rare,
  };
};

const scope = { without: [], includeArchived: false };

/**
 * What a search asks of the server, as a member asks it: counts of four words, candidates by words, candidates by meaning. `asked` are
 * drawers that are not there. Each answer is an object to print; `late` ones were ended by the server's deadline.
 */
export const measureLegs = async (
  { recall }: PostgresTeamServer,
  asked: readonly BenchDrawer[],
  drawers: number,
  model: string,
): Promise<readonly object[]> => {
  const times = { counts: [] as number[], words: [] as number[], meaning: [] as number[] };
  const found: number[] = [];
  let late = 0;
  const timed = async <T>(leg: keyof typeof times, work: () => Promise<T>): Promise<T | null> => {
    const started = performance.now();
    try {
      const answer = await work();
      times[leg].push(performance.now() - started);
      return answer;
    } catch (thrown) {
      if (!(thrown instanceof PalaceError)) throw thrown;
      late += 1;
      times[leg].push(performance.now() - started);
      return null;
    }
  };
  // The first are asked twice: they fill the cache.
  for (const { text, vector } of [...asked.slice(0, 20), ...asked]) {
    const words = wordsOf(text);
    const counts = await timed('counts', () => recall.wordCounts([{ scope, words, drawers }]));
    const best = { scope, limit: 100 };
    const byWords = await timed('words', () =>
      recall.best({ ...best, ...weighed(words, counts?.[0] ?? [], drawers), vector: null }),
    );
    found.push(byWords?.matched ?? 0);
    await timed('meaning', () =>
      recall.best({ ...best, words: [], rare: 0, vector: { data: [...vector.data], model } }),
    );
  }
  const legs = Object.entries(times).map(([leg, all]) => ({ leg, ...spread(all.slice(20)) }));
  return [...legs, { late, matched_by_words: rounded(mean(found.slice(20))) }];
};

const dense = (limit: number): string => `SELECT drawer_id FROM synapse_palace.drawers
  WHERE vector_dims(embedding) = 384 ORDER BY (embedding::halfvec(384)) <=> $1::halfvec(384) LIMIT ${limit}`;

/** HNSW against the exact best ten, as a member's login asks. */
export const measureNearest = async (
  url: string,
  asked: readonly BenchDrawer[],
  exactly: number,
): Promise<readonly object[]> => {
  const client = new pg.Client(url);
  await client.connect();
  const timed = async (sql: string, values: readonly string[]) => {
    const found: string[][] = [];
    const times: number[] = [];
    for (const value of values) {
      const started = performance.now();
      const { rows } = await client.query<{ drawer_id: string }>(sql, [value]);
      times.push(performance.now() - started);
      found.push(rows.map(({ drawer_id: id }) => id));
    }
    return { found, times };
  };
  const vectors = asked.map(({ vector }) => vectorText(vector));
  await client.query('SET enable_indexscan = off');
  const exact = await timed(dense(10), vectors.slice(0, exactly));
  const results: object[] = [{ leg: 'exact', ...spread(exact.times), queries: exact.times.length }];
  await client.query("RESET enable_indexscan; SET hnsw.iterative_scan = 'relaxed_order'");
  for (const ef of [40, 100, 200]) {
    await client.query(`SET hnsw.ef_search = ${ef}`);
    const { found } = await timed(dense(10), vectors.slice(0, exactly));
    const hits = found.map((ids, query) => ids.filter((id) => exact.found[query]?.includes(id)).length / 10);
    const { times } = await timed(dense(100), vectors);
    const plan = (await client.query(`EXPLAIN ${dense(100)}`, vectors.slice(0, 1))).rows;
    results.push({
      leg: 'hnsw',
      ef_search: ef,
      ...spread(times),
      by_index: JSON.stringify(plan).includes('drawers_meaning'),
      recall_at_10: Math.round(mean(hits) * 1000) / 1000,
    });
  }
  await client.end();
  return results;
};
