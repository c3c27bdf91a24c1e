import type pg from 'pg';
import * as z from 'zod';
import type { NoteTime } from '../../palace/team/teamRecall.ts';

/** Asks the server for one leg of a search, and gives its rows. */
export type AskLeg = (leg: string, sql: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

const tookRow = z.object({ took: z.number() });

/**
 * Queries over a connection, each with what it took: here, and at the server from the moment it began to work on it until it made the
 * last row. A query that finds nothing says nothing of that.
 */
export const timedQueries =
  (client: pg.ClientBase, note: NoteTime = () => undefined): AskLeg =>
  async (leg, sql, values) => {
    const started = performance.now();
    const { rows } = await client.query<Record<string, unknown>>(
      `SELECT found.*, (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::float8 AS took
       FROM (${sql}) found`,
      [...values],
    );
    const ms = performance.now() - started;
    const last = tookRow.safeParse(rows.at(-1));
    note(leg, { ms, atServer: last.success ? last.data.took : null });
    return rows;
  };
