import type { RecallScope } from '../../palace/team/teamRecall.ts';
import { toStored } from './storedText.ts';

/** At most so many drawers are looked at for a word or a query. Words that may be in more are counted in a sample. */
export const mostSeen = 5_000;
/** Drawers from which the counts of common words are estimated. */
export const sampled = 2_000;
/** Components of the vectors that have an index (migrations/0001_tables.ts). */
export const indexed = 384;

/** The rows of a scope, whose six parameters come first. Row-level security hides what the login may not see. */
const inScope = `d.wing <> ALL ($1) AND d.state = 'live' AND NOT d.sensitive AND ($2::text[] IS NULL OR d.wing = ANY ($2))
  AND ($3::text[] IS NULL OR d.room = ANY ($3)) AND ($4::text[] IS NULL OR d.type = ANY ($4))
  AND ($5::text[] IS NULL OR d.tier = ANY ($5)) AND ($6 OR NOT d.archived)`;
/** The first six parameters of every query here. */
export const scopeValues = ({ without, wings, rooms, types, tiers, includeArchived }: RecallScope): unknown[] => [
  without.map(toStored),
  wings?.map(toStored),
  rooms?.map(toStored),
  types,
  tiers,
  includeArchived,
];

/** The query of each word in $7. */
const asked = `SELECT at::int, plainto_tsquery('pg_catalog.english', word) AS asked
  FROM unnest($7::text[]) WITH ORDINALITY AS w (word, at)`;

/** Drawers of a scope that match a query, at most `mostSeen`. The function sees what the login may read. */
const holding = (query: string): string => `synapse_palace.holding(${query}, ${mostSeen}, $1, $2, $3, $4, $5, $6)`;

/** In how many drawers the words at positions $8 are. */
export const countQuery = `SELECT at, (SELECT count(*)::int FROM ${holding('asked')}) AS held FROM (${asked}) words
  WHERE numnode(asked) > 0 AND at = ANY ($8::int[])`;

/**
 * Which share of a sample of $8 percent holds each word. Whatever is not a file also holds the words of the day on which it was filed
 * ($9), as in a palace's index (lexical/lexicalDocument.ts).
 */
export const sampleQuery = `WITH sample AS MATERIALIZED (
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
 * By words: drawers that hold all of them or a rare one, ordered by the weight of the words they hold; and the turns of a conversation
 * that answer them, which a palace finds by the words of both turns.
 */
export const wordsQuery = `WITH words AS MATERIALIZED (
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

/** The commits right before and after those in $7 (wings) and $8 (IDs). */
export const besideQuery = `SELECT ${columns}, 0 AS matched FROM synapse_palace.commits_beside($7, $8)
    JOIN synapse_palace.drawers d USING (wing, drawer_id) JOIN synapse_palace.members m ON m.role = d.author WHERE ${inScope}`;

/** By meaning; `{vector}` is the schema of pgvector. The index is scanned until enough drawers are in the scope. */
export const meaningQuery = `SELECT ${columns}, 0 AS matched FROM synapse_palace.drawers d
    JOIN synapse_palace.members m ON m.role = d.author
  WHERE ${inScope} AND {vector}.vector_dims(d.embedding) = ${indexed} AND d.embedding_model = $7
  ORDER BY (d.embedding::{vector}.halfvec(${indexed})) OPERATOR({vector}.<=>) $8::text::{vector}.halfvec(${indexed}) LIMIT $9`;
/** Settings of the transaction for {@link meaningQuery}; versions of pgvector without iterative scans go without. */
export const meaningSettings = `SET LOCAL hnsw.ef_search = 100;
  DO $$ BEGIN PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true); EXCEPTION WHEN OTHERS THEN NULL; END $$`;

/** One drawer by its ID. */
export const oneQuery = `SELECT ${columns}, 0 AS matched FROM synapse_palace.drawers d
    JOIN synapse_palace.members m ON m.role = d.author
  WHERE ${inScope} AND d.team = (SELECT synapse_palace.my_team())
    AND d.wing = ANY (ARRAY(SELECT synapse_palace.my_wings())) AND d.drawer_id = $7 ORDER BY d.wing LIMIT 1`;
