import type pg from 'pg';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { migrations } from './migrations/migrations.ts';
import { demandNotNewer } from './teamConnection.ts';
import type { TeamAddress } from './teamUrl.ts';

/** An arbitrary number that every program uses. */
const lock = 7_226_137;

/**
 * Brings a database's schema `synapse_palace` up to this program's version. Each step is a transaction; one program migrates at a
 * time. The schema belongs to `synapse_palace_owner`, members are in `synapse_palace_member`; nobody logs in as either.
 * Throws E_TEAM_SCHEMA if the version is newer, or if pgvector is missing.
 */
export const migrate = async (client: pg.Client, address: TeamAddress): Promise<void> => {
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    const vector = await vectorSchema(client, address);
    await makeRoles(client);
    await client.query('CREATE SCHEMA IF NOT EXISTS synapse_palace AUTHORIZATION synapse_palace_owner');
    await client.query('SET ROLE synapse_palace_owner');
    await client.query('SET search_path = synapse_palace');
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM schema_version',
    );
    const version = rows[0]?.version ?? 0;
    demandNotNewer(version, address);
    for (const [index, step] of migrations.entries())
      if (index >= version) await applyStep(client, index + 1, step.replaceAll('{vector}', vector));
  } finally {
    await client.query('RESET ROLE; RESET search_path');
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
};

const applyStep = async (client: pg.Client, version: number, step: string): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(step);
    await client.query('INSERT INTO schema_version (version) VALUES ($1)', [version]);
    await client.query('COMMIT');
  } catch (thrown) {
    await client.query('ROLLBACK');
    throw thrown;
  }
};

/** The schema that pgvector is in, as an identifier. The extension is created if it is missing. */
const vectorSchema = async (client: pg.Client, { database }: TeamAddress): Promise<string> => {
  const { rowCount } = await client.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
  if (rowCount === 0)
    throw new PalaceError('E_TEAM_SCHEMA', errorText`The server of the database ${database} has no pgvector.`, {
      remedy: 'Install pgvector 0.7 or newer there, then run it again.',
    });
  await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  const { rows } = await client.query<{ name: string; halves: string | null }>(
    `SELECT quote_ident(n.nspname) AS name, to_regtype(quote_ident(n.nspname) || '.halfvec') AS halves
     FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`,
  );
  const [found] = rows;
  if (found?.halves == null)
    throw new PalaceError('E_TEAM_SCHEMA', errorText`The pgvector of the database ${database} is too old.`, {
      remedy: 'Install pgvector 0.7 or newer there, and run: ALTER EXTENSION vector UPDATE.',
    });
  return found.name;
};

/** Roles belong to the whole server: a program that sets up another database may just have made them. */
const makeRoles = async (client: pg.Client): Promise<void> => {
  for (const role of ['synapse_palace_owner', 'synapse_palace_member'])
    await client.query(
      `DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$`,
    );
  await client.query('GRANT synapse_palace_owner TO CURRENT_USER');
};
