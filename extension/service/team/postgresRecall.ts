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
import {
  besideQuery,
  countQuery,
  indexed,
  meaningQuery,
  meaningSettings,
  mostSeen,
  oneQuery,
  sampled,
  sampleQuery,
  scopeValues,
  wordsQuery,
} from './recallQueries.ts';
import { filedThen } from './filedThen.ts';
import { fromStored, toStored } from './storedText.ts';
import { timedQueries, type AskLeg } from './timedQueries.ts';

/** Runs work with a connection. What the work throws becomes a `PalaceError`. */
type WithClient = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

/** Milliseconds after which the server stops working on an answer, since nobody waits for it any longer. */
const deadline = 1_000;
/** Of so many of the best commits by words, and as many by meaning, the commits beside them are looked for. */
const mostBeside = 10;

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
