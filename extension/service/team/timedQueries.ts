import type pg from 'pg';
import * as z from 'zod';
import type { NoteTime } from '../../palace/team/teamRecall.ts';

/** Asks the server for one leg of a search and returns its rows. */
export type AskLeg = (leg: string, sql: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

const tookRow = z.object({ took: z.number() });

/**
 * Runs queries over a connection and notes how long each took: here, and at the server, from the start of its work until the last row.
 * For a query that finds nothing the server's time is unknown.
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
