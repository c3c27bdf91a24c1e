import pg from 'pg';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { schemaVersion } from './migrations/migrations.ts';
import { teamError } from './teamError.ts';
import { OpenSockets } from './openSockets.ts';
import { passwordFor } from './teamPassword.ts';
import type { TeamAddress } from './teamUrl.ts';

/** Milliseconds after which a connection without an answer ends. */
const usualPatience = { connecting: 10_000, answering: 120_000 };
export type TeamPatience = typeof usualPatience;

/** How `pg` reaches a server. Throws E_TEAM_LOGIN, as {@link passwordFor}. */
export const clientConfig = (
  address: TeamAddress,
  password: string | null,
  patience: TeamPatience = usualPatience,
): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  user: address.user,
  database: address.database,
  // A function, since without a password `pg` would look for one itself.
  password: (
    (found) => () =>
      found
  )(passwordFor(address, password) ?? ''),
  ssl: address.tls,
  application_name: 'synapse-palace',
  keepAlive: true,
  connectionTimeoutMillis: patience.connecting,
  query_timeout: patience.answering,
});

/**
 * Runs `work` with a connection of its own and ends it, also where the server has gone without a word. Errors are those of
 * {@link teamError}.
 */
export const withClient = async <T>(
  address: TeamAddress,
  password: string | null,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const sockets = new OpenSockets();
  const client = new pg.Client({ ...clientConfig(address, password), stream: sockets.create });
  // The query under way rejects as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (thrown) {
    throw teamError(thrown, address);
  } finally {
    await sockets.ended(client.end()).catch(() => undefined);
  }
};

/** Throws E_TEAM_SCHEMA if the database's schema is newer than this program's. */
export const demandNotNewer = (version: number, { database }: TeamAddress): void => {
  if (version > schemaVersion)
    throw new PalaceError(
      'E_TEAM_SCHEMA',
      errorText`The database ${database} was set up by a newer Synapse Palace (schema ${version}; this one knows ${schemaVersion}).`,
      { remedy: 'Update Synapse Palace; the server is left as it is.' },
    );
};

/** Throws E_TEAM_SCHEMA if the database's schema is newer or older than this program's. */
export const checkSchema = async (client: pg.ClientBase, address: TeamAddress): Promise<void> => {
  const { rows } = await client.query<{ version: number }>(
    'SELECT max(version) AS version FROM synapse_palace.schema_version',
  );
  const version = rows[0]?.version ?? 0;
  demandNotNewer(version, address);
  if (version < schemaVersion)
    throw new PalaceError(
      'E_TEAM_SCHEMA',
      errorText`The database ${address.database} was set up by an older Synapse Palace (schema ${version}; this one needs ${schemaVersion}).`,
      { remedy: 'An administrator brings it up to date: synapse-palace team setup URL.' },
    );
};
