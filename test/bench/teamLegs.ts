import pg from 'pg';
import type { BenchDrawer } from './teamDrawers.ts';
import { mean, percentile } from './rankingMetrics.ts';

const vectorText = ({ data }: BenchDrawer['vector']): string => `[${data.join(',')}]`;
const rounded = (x: number): number => Math.round(x * 100) / 100;
const spread = (times: readonly number[]): object => ({
  p50_ms: rounded(percentile(times, 0.5)),
  p95_ms: rounded(percentile(times, 0.95)),
});

const lexical = `SELECT drawer_id FROM synapse_palace.drawers, to_tsquery('english', $1) AS asked
  WHERE wing = 'bench' AND search_vector @@ asked ORDER BY ts_rank_cd(search_vector, asked) DESC, drawer_id LIMIT 100`;
const dense = (limit: number): string => `SELECT drawer_id FROM synapse_palace.drawers
  WHERE wing = 'bench' AND vector_dims(embedding) = 384
  ORDER BY (embedding::halfvec(384)) <=> $1::halfvec(384) LIMIT ${limit}`;

/** Four words of a text, in the order in which they come. */
const wordsOf = (text: string): string[] => {
  const words = [...new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? [])];
  return [1, 3, 5, 7].flatMap((eighth) => words[Math.floor((words.length * eighth) / 8)] ?? []);
};

/**
 * The legs as a login of `url` may ask for them; `asked` are drawers that are not at the server. Each answer is an object to print.
 */
export const measureLegs = async (
  url: string,
  as: string,
  asked: readonly BenchDrawer[],
): Promise<readonly object[]> => {
  const client = new pg.Client(url);
  await client.connect();
  const idsOf = async (sql: string, value: string): Promise<string[]> =>
    (await client.query<{ drawer_id: string }>(sql, [value])).rows.map(({ drawer_id: id }) => id);
  const timed = async (sql: string, values: readonly string[]) => {
    const found: string[][] = [];
    const times: number[] = [];
    // The first are not counted: they fill the cache.
    for (const value of [...values.slice(0, 10), ...values]) {
      const started = performance.now();
      found.push(await idsOf(sql, value));
      times.push(performance.now() - started);
    }
    return { found: found.slice(-values.length), times: times.slice(-values.length) };
  };
  const results: object[] = [];
  for (const [name, joint] of [
    ['and', ' & '],
    ['or', ' | '],
  ] as const) {
    const { found, times } = await timed(
      lexical,
      asked.map(({ text }) => wordsOf(text).join(joint)),
    );
    results.push({
      as,
      leg: 'lexical',
      words: name,
      ...spread(times),
      found: rounded(mean(found.map((ids) => ids.length))),
    });
  }
  const vectors = asked.map(({ vector }) => vectorText(vector));
  await client.query('SET enable_indexscan = off');
  const exact = await timed(dense(10), vectors.slice(0, 100));
  results.push({ as, leg: 'exact', ...spread(exact.times), queries: exact.times.length });
  await client.query("RESET enable_indexscan; SET hnsw.iterative_scan = 'relaxed_order'");
  for (const ef of [40, 100, 200]) {
    await client.query(`SET hnsw.ef_search = ${ef}`);
    const { found } = await timed(dense(10), vectors.slice(0, 100));
    const hits = found.map((ids, query) => ids.filter((id) => exact.found[query]?.includes(id)).length / 10);
    const { times } = await timed(dense(100), vectors);
    const plan = (await client.query(`EXPLAIN ${dense(100)}`, vectors.slice(0, 1))).rows;
    results.push({
      as,
      leg: 'dense',
      ef_search: ef,
      ...spread(times),
      by_index: JSON.stringify(plan).includes('drawers_meaning'),
      recall_at_10: Math.round(mean(hits) * 1000) / 1000,
    });
  }
  await client.end();
  return results;
};
