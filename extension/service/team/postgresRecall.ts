import type pg from 'pg';
import * as z from 'zod';
import type {
  CountedWords,
  NoteTime,
  Recalled,
  RecalledDrawer,
  RecallRequest,
  RecallScope,
  TeamRecall,
} from '../../palace/team/teamRecall.ts';
import { sharedDrawerOf, sharedDrawerRow } from './pulledRows.ts';
import { filedThen } from './filedThen.ts';
import { fromStored, toStored } from './storedText.ts';
import { timedQueries, type AskLeg } from './timedQueries.ts';

/** Runs work with a connection. What the work throws becomes a `PalaceError`. */
export type WithClient = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

/** Milliseconds after which the server stops working on an answer, since nobody waits for it any longer. */
const deadline = 1_000;
/** Drawers that are looked at for a word or a query: the rest is left out, and of words that more may hold a sample is counted. */
const mostSeen = 5_000;
/** Drawers from which the counts of common words are estimated. */
const sampled = 2_000;
/** Of so many of the best commits by words, and as many by meaning, the commits beside them are looked for. */
const mostBeside = 10;
/** Components of the vectors that have an index (migrations/0001_tables.ts). */
const indexed = 384;

/** The rows of a scope; its five parameters come first. Row-level security leaves those that the login may see. */
const inScope = `d.wing <> ALL ($1) AND d.state = 'live' AND NOT d.sensitive AND ($2::text[] IS NULL OR d.wing = ANY ($2))
  AND ($3::text[] IS NULL OR d.room = ANY ($3)) AND ($4::text[] IS NULL OR d.type = ANY ($4))
  AND ($5::text[] IS NULL OR d.tier = ANY ($5)) AND ($6 OR NOT d.archived)`;
const scopeValues = ({ without, wings, rooms, types, tiers, includeArchived }: RecallScope): unknown[] => [
  without.map(toStored),
  wings?.map(toStored),
  rooms?.map(toStored),
  types,
  tiers,
  includeArchived,
];

const asked = `SELECT at::int, plainto_tsquery('pg_catalog.english', word) AS asked
  FROM unnest($7::text[]) WITH ORDINALITY AS w (word, at)`;

/** Drawers of a scope that hold what $n asks, at most so many; the function sees what the login may read. */
const holding = (query: string): string => `synapse_palace.holding(${query}, ${mostSeen}, $1, $2, $3, $4, $5, $6)`;

const countQuery = `SELECT at, (SELECT count(*)::int FROM ${holding('asked')}) AS held FROM (${asked}) words
  WHERE numnode(asked) > 0 AND at = ANY ($8::int[])`;

/** What is no file is about the day on which it was filed, too: its words are in a palace's index (lexical/lexicalDocument.ts). */
const sampleQuery = `WITH sample AS MATERIALIZED (
    SELECT d.search_vector, CASE WHEN d.type <> 'file' THEN d.filed_at END AS filed
    FROM synapse_palace.drawers d TABLESAMPLE SYSTEM ($8) REPEATABLE (1) WHERE ${inScope} LIMIT ${sampled}),
  -- Else each word's query would be made anew for each drawer.
  words AS MATERIALIZED (SELECT at::int, plainto_tsquery('pg_catalog.english', word) AS asked, filed_then
    FROM unnest($7::text[], $9::text[]) WITH ORDINALITY AS w (word, filed_then, at))
  SELECT at, count(*) FILTER (WHERE search_vector @@ asked OR filed LIKE filed_then)::float8 / count(*) AS share
  FROM sample, words GROUP BY at`;

const columns = `d.wing, d.drawer_id, m.name AS member,
  d.record, d.text, d.embedding::text AS vector, d.embedding_scale AS scale, d.embedding_model AS model`;

/**
 * By words: drawers that hold them all, and those that hold a rare one, by the weight of what they hold; and the turns that answer
 * them, which a palace finds by the words of both.
 */
const wordsQuery = `WITH words AS MATERIALIZED (
    SELECT asked, weight, at FROM (SELECT plainto_tsquery('pg_catalog.english', word) AS asked, weight, at
      FROM unnest($7::text[], $8::float8[]) WITH ORDINALITY AS w (word, weight, at)) each WHERE numnode(asked) > 0),
  seen AS (
    SELECT * FROM ${holding("(SELECT string_agg('(' || asked::text || ')', ' & ')::tsquery FROM words)")}
    UNION ALL
    SELECT * FROM ${holding("(SELECT string_agg('(' || asked::text || ')', ' | ')::tsquery FROM words WHERE at <= $9)")}),
  found AS (SELECT DISTINCT ON (wing, drawer_id) wing, drawer_id, search_vector,
      (SELECT sum(weight) FROM words WHERE search_vector @@ asked) AS weight FROM seen),
  first AS MATERIALIZED (SELECT * FROM found ORDER BY weight DESC, drawer_id, wing LIMIT $10),
  answers AS (SELECT a.wing, a.beside AS drawer_id,
      (SELECT sum(weight) FROM words WHERE first.search_vector @@ asked OR a.search_vector @@ asked) AS weight
    FROM synapse_palace.turns_beside((SELECT array_agg(wing ORDER BY wing, drawer_id) FROM first),
      (SELECT array_agg(drawer_id ORDER BY wing, drawer_id) FROM first), 1) a JOIN first USING (wing, drawer_id)),
  best AS (SELECT wing, drawer_id, max(weight) AS weight
    FROM (SELECT wing, drawer_id, weight FROM first UNION ALL SELECT * FROM answers) each
    GROUP BY wing, drawer_id ORDER BY weight DESC, drawer_id, wing LIMIT $10)
  SELECT ${columns}, (SELECT count(*)::int FROM found) AS matched FROM best JOIN synapse_palace.drawers d USING (wing, drawer_id)
    JOIN synapse_palace.members m ON m.role = d.author WHERE ${inScope} ORDER BY best.weight DESC, drawer_id, wing`;

/** The commits right before and after some. */
const besideQuery = `SELECT ${columns}, 0 AS matched FROM synapse_palace.commits_beside($7, $8)
    JOIN synapse_palace.drawers d USING (wing, drawer_id) JOIN synapse_palace.members m ON m.role = d.author WHERE ${inScope}`;

/** By meaning; `{vector}` is the schema of pgvector. The index is scanned on until enough drawers are of the scope. */
const meaningQuery = `SELECT ${columns}, 0 AS matched FROM synapse_palace.drawers d
    JOIN synapse_palace.members m ON m.role = d.author
  WHERE ${inScope} AND {vector}.vector_dims(d.embedding) = ${indexed} AND d.embedding_model = $7
  ORDER BY (d.embedding::{vector}.halfvec(${indexed})) OPERATOR({vector}.<=>) $8::text::{vector}.halfvec(${indexed}) LIMIT $9`;
const meaningSettings = `SET LOCAL hnsw.ef_search = 100;
  DO $$ BEGIN PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true); EXCEPTION WHEN OTHERS THEN NULL; END $$`;

const oneQuery = `SELECT ${columns}, 0 AS matched FROM synapse_palace.drawers d
    JOIN synapse_palace.members m ON m.role = d.author
  WHERE ${inScope} AND d.team = (SELECT synapse_palace.my_team())
    AND d.wing = ANY (ARRAY(SELECT synapse_palace.my_wings())) AND d.drawer_id = $7 ORDER BY d.wing LIMIT 1`;

const countRow = z.object({ at: z.number(), held: z.number() });
const shareRow = z.object({ at: z.number(), share: z.number() });
const turnRow = z.object({ wing: z.string(), drawer_id: z.string(), text: z.string() });
const recalledRow = sharedDrawerRow.extend({
  wing: z.string(),
  drawer_id: z.string(),
  member: z.string(),
  matched: z.number(),
});

/** Searches a team's drawers with SQL, as the login may read them. */
export class PostgresRecall implements TeamRecall {
  readonly #with: WithClient;
  #vectorSchema: string | undefined;

  constructor(withClient: WithClient) {
    this.#with = withClient;
  }

  wordCounts(
    questions: readonly CountedWords[],
    note?: NoteTime,
  ): Promise<readonly (readonly (number | null)[])[]> {
    return this.#reading(async (client) => {
      const answers: (readonly (number | null)[])[] = [];
      for (const question of questions) answers.push(await countsOf(timedQueries(client, note), question));
      return answers;
    });
  }

  best({ scope, words, rare, vector, limit }: RecallRequest, note?: NoteTime): Promise<Recalled> {
    return this.#reading(async (client) => {
      const values = scopeValues(scope);
      const askLeg = timedQueries(client, note);
      const ask = async (leg: string, sql: string, ...more: unknown[]) =>
        (await askLeg(leg, sql, [...values, ...more])).map((row) => recalledRow.parse(row));
      const byWords =
        words.length === 0
          ? []
          : await ask(
              'words',
              wordsQuery,
              words.map(({ word }) => toStored(word)),
              words.map(({ weight }) => weight),
              rare,
              limit,
            );
      let byMeaning: typeof byWords = [];
      if (vector?.data.length === indexed) {
        await client.query(meaningSettings);
        const sql = meaningQuery.replaceAll('{vector}', await this.#schemaOfVectors(client));
        byMeaning = await ask('meaning', sql, toStored(vector.model), `[${vector.data.join(',')}]`, limit);
      }
      const anchors = [byWords, byMeaning].flatMap((rows) =>
        rows.filter(({ record }) => record['type'] === 'git_commit').slice(0, mostBeside),
      );
      const beside =
        anchors.length === 0
          ? []
          : await ask(
              'commits',
              besideQuery,
              anchors.map(({ wing }) => wing),
              anchors.map(({ drawer_id: id }) => id),
            );
      const found = [...byWords, ...byMeaning, ...beside];
      const drawers = new Map(found.map((row) => [keyOf(row), drawerOf(row)]));
      for (const turn of await turnsBefore(askLeg, found)) {
        const drawer = drawers.get(keyOf(turn));
        if (drawer !== undefined) drawers.set(keyOf(turn), { ...drawer, before: fromStored(turn.text) });
      }
      return {
        drawers: [...drawers.values()],
        matched: Math.max(0, ...found.map(({ matched }) => matched)),
      };
    });
  }

  drawer(id: string, scope: RecallScope): Promise<RecalledDrawer | null> {
    return this.#reading(async (client) => {
      const { rows } = await client.query(oneQuery, [...scopeValues(scope), toStored(id)]);
      return rows[0] === undefined ? null : drawerOf(recalledRow.parse(rows[0]));
    });
  }

  /** In a transaction that writes nothing and ends by itself. */
  #reading<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    return this.#with(async (client) => {
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${deadline}`);
      const answer = await work(client);
      await client.query('COMMIT');
      return answer;
    });
  }

  async #schemaOfVectors(client: pg.ClientBase): Promise<string> {
    if (this.#vectorSchema === undefined) {
      const { rows } = await client.query<{ schema: string }>(
        "SELECT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'",
      );
      this.#vectorSchema = rows[0]?.schema ?? 'public';
    }
    return this.#vectorSchema;
  }
}

const countsOf = async (
  ask: AskLeg,
  { scope, words, drawers }: CountedWords,
): Promise<readonly (number | null)[]> => {
  const values = [...scopeValues(scope), words.map(toStored)];
  const counts = new Map<number, number>();
  const days = words.map(filedThen);
  if (drawers > mostSeen || days.some((day) => day !== null)) {
    const percent = Math.min(100, (100 * sampled) / Math.max(1, drawers));
    for (const row of await ask('sample', sampleQuery, [...values, percent, days])) {
      const { at, share } = shareRow.parse(row);
      const held = Math.round(share * drawers);
      if (held >= mostSeen || (held > 0 && days[at - 1] !== null)) counts.set(at, held);
    }
  }
  const fewer = words.flatMap((_, i) => (counts.has(i + 1) ? [] : [i + 1]));
  for (const row of await ask('count', countQuery, [...values, fewer])) {
    const { at, held } = countRow.parse(row);
    counts.set(at, held);
  }
  return words.map((_, i) => counts.get(i + 1) ?? null);
};

type FoundRow = Pick<z.infer<typeof recalledRow>, 'wing' | 'drawer_id' | 'record'>;
const keyOf = ({ wing, drawer_id: id }: Pick<FoundRow, 'wing' | 'drawer_id'>): string => `${wing}\n${id}`;

/** The texts of the turns that those among the rows answer, by the row's drawer. */
const turnsBefore = async (ask: AskLeg, found: readonly FoundRow[]) => {
  const turns = found.filter(({ record }) => record['type'] === 'conversation' && record['speaker'] != null);
  if (turns.length === 0) return [];
  const rows = await ask('turns', 'SELECT wing, drawer_id, text FROM synapse_palace.turns_beside($1, $2, -1)', [
    turns.map(({ wing }) => wing),
    turns.map(({ drawer_id: id }) => id),
  ]);
  return rows.map((row) => turnRow.parse(row));
};

const drawerOf = (row: z.infer<typeof recalledRow>): RecalledDrawer => ({
  ...sharedDrawerOf(row),
  drawerId: fromStored(row.drawer_id),
  wing: fromStored(row.wing),
  member: row.member,
});
