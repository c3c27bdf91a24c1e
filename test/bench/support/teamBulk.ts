import pg from 'pg';
import { contentHash } from '../../../extension/palace/model/drawer/drawer.ts';
import { stampKey, type ModelStamp } from '../../../extension/palace/model/embedding/modelStamp.ts';
import type { BenchDrawer } from './teamDrawers.ts';

/** Rows of one statement. */
const atOnce = 2_000;

const row = (
  { text, vector }: BenchDrawer,
  id: string,
  template: Readonly<Record<string, unknown>>,
): readonly [string, string, string, string, string, number] => {
  const hash = contentHash(text);
  const record = { ...template, drawer_id: id, content_hash: hash };
  return [id, hash, text, JSON.stringify(record), `[${vector.data.join(',')}]`, vector.scale];
};

/**
 * Puts drawers straight into the server's tables, as the pushes of one palace would have left them, since a million pushed ones would
 * take hours: without triggers, and with the indexes of words and vectors made afterwards. `url` is a superuser's, `template` the record
 * of a drawer. Returns the seconds that filling and indexing took.
 */
export const fillInBulk = async (
  url: string,
  wing: string,
  drawers: Iterable<BenchDrawer>,
  template: Readonly<Record<string, unknown>>,
  stamp: ModelStamp,
): Promise<object> => {
  const client = new pg.Client(url);
  await client.connect();
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 1000);
  try {
    await client.query(
      `SET search_path = synapse_palace, public; SET session_replication_role = replica; SET synchronous_commit = off;
       SET maintenance_work_mem = '3GB'`,
    );
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `SELECT indexname AS name, indexdef AS made FROM pg_indexes
       WHERE schemaname = 'synapse_palace' AND indexname IN ('drawers_words', 'drawers_meaning')`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    let filed = 0;
    const file = async (batch: readonly BenchDrawer[]): Promise<void> => {
      const rows = batch.map((drawer, i) => row(drawer, `drawer_bulk_${filed + i}`, { ...template, wing }));
      filed += batch.length;
      await client.query(
        `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[])
             WITH ORDINALITY AS g (id, hash, text, record, vector, scale, at)),
           who AS (SELECT team, role, palace, last_seq FROM palaces JOIN teams USING (team) ORDER BY seen_at LIMIT 1),
           filed AS (INSERT INTO drawers (team, wing, drawer_id, state, content_hash, text, record, author, palace, embedding,
               embedding_scale, embedding_model)
             SELECT team, $7, id, 'live', hash, text, record::jsonb, role, palace, vector::halfvec, scale, $8 FROM given, who),
           held AS (INSERT INTO holders SELECT team, $7, id, palace FROM given, who),
           logged AS (INSERT INTO changes SELECT team, last_seq + at, $7, id, 'add', NULL, role, 'bulk', last_seq + at, $9, false
             FROM given, who)
         UPDATE teams SET last_seq = last_seq + $10 WHERE team = (SELECT team FROM who)`,
        [
          ...[0, 1, 2, 3, 4, 5].map((column) => rows.map((each) => each[column])),
          wing,
          stampKey(stamp),
          new Date().toISOString(),
          batch.length,
        ],
      );
      if (filed % 50_000 === 0) console.error(`${filed} in ${seconds()} s`);
    };
    const batch: BenchDrawer[] = [];
    for (const drawer of drawers) if (batch.push(drawer) === atOnce) await file(batch.splice(0));
    if (batch.length > 0) await file(batch);
    await client.query(
      'INSERT INTO wing_sizes SELECT team, $1, $2 FROM wings WHERE wing = $1 ON CONFLICT (team, wing) DO UPDATE SET drawers = $2',
      [wing, filed],
    );
    const filling = seconds();
    const indexing: Record<string, number> = {};
    for (const { name, made } of indexes) {
      const from = performance.now();
      await client.query(made);
      indexing[name] = Math.round((performance.now() - from) / 1000);
      console.error(`${name} in ${indexing[name]} s`);
    }
    return { in_bulk: filed, seconds: { filling, ...indexing } };
  } finally {
    await client.end();
  }
};
