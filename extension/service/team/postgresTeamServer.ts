import pg from 'pg';
import { raceAbort } from '../../base/async/raceAbort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import type {
  OutgoingChange,
  PulledPage,
  SharedDrawer,
  TeamServer,
  TeamState,
} from '../../palace/team/teamServer.ts';
import { OpenSockets } from './openSockets.ts';
import { PostgresRecall } from './postgresRecall.ts';
import { changesOf, marksOf, marksQuery, pulledRowSchema, pullQuery, teamStateOf } from './pulledRows.ts';
import { vectorText } from './sharedVectorText.ts';
import { mapTexts, toStored } from './storedText.ts';
import { checkSchema, clientConfig, type TeamPatience } from './teamConnection.ts';
import { teamError } from './teamError.ts';
import { TeamNotices } from './teamNotices.ts';
import { parseTeamUrl, type TeamAddress } from './teamUrl.ts';

/** Bytes of texts per pull, unless one drawer alone has more: all of them have to arrive before the server is given up. */
const pulledText = 4_000_000;

/** A team on PostgreSQL. The database enforces all rights: this class only calls its functions and reads what it shows. */
export class PostgresTeamServer implements TeamServer {
  readonly #address: TeamAddress;
  readonly #pool: pg.Pool;
  readonly #notices: TeamNotices;
  readonly #sockets = new OpenSockets();
  readonly #left = new AbortController();
  readonly recall = new PostgresRecall((work) => this.#with(work));

  /** Connects with the first call. Throws what {@link parseTeamUrl} and `passwordFor` throw. */
  constructor(url: string, password: string | null, patience?: TeamPatience) {
    this.#address = parseTeamUrl(url);
    const config = { ...clientConfig(this.#address, password, patience), stream: this.#sockets.create };
    this.#pool = new pg.Pool({ ...config, max: 2, idleTimeoutMillis: 30_000, allowExitOnIdle: true });
    // The next call replaces a connection that ended while it was idle. If a connection in use ends, its call rejects.
    const ignore = (): void => undefined;
    this.#pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
    this.#notices = new TeamNotices(config);
  }

  async hello(palace: { readonly id: string; readonly name: string }): Promise<TeamState> {
    return this.#with(async (client) => {
      await checkSchema(client, this.#address);
      const { rows } = await client.query<{ state: unknown; models: unknown }>(
        'SELECT synapse_palace.hello($1, $2) AS state, synapse_palace.wing_models() AS models',
        [toStored(palace.id), toStored(palace.name)],
      );
      const { number, ...state } = teamStateOf(rows[0]?.state, rows[0]?.models);
      this.#notices.follow(number, toStored(palace.id));
      return state;
    });
  }

  async shareWing(wing: string, { includesSensitive }: { readonly includesSensitive: boolean }): Promise<void> {
    await this.#call('SELECT synapse_palace.share_wing($1, $2)', [toStored(wing), includesSensitive]);
  }

  async push(palace: string, changes: readonly OutgoingChange[]): Promise<{ readonly lastNumber: number }> {
    const [row] = await this.#call<{ last: string }>('SELECT synapse_palace.push($1, $2) AS last', [
      toStored(palace),
      JSON.stringify(changes.map(storedChange)),
    ]);
    return { lastNumber: Number(row?.last) };
  }

  async pull(palace: string, wing: string, after: number, limit: number): Promise<PulledPage> {
    return this.#with(async (client) => {
      const key = [toStored(wing), after];
      const { rows: begun } = await client.query<{ last: string }>(
        'SELECT synapse_palace.begin_pull($1, $2, $3) AS last',
        [toStored(palace), ...key],
      );
      const { rows } = await client.query(pullQuery, [...key, limit + 1, toStored(palace), pulledText]);
      const page = rows.slice(0, limit).map((row) => pulledRowSchema.parse(row));
      const more = (page[0]?.found ?? 0) > page.length;
      const reached = page.at(-1)?.seq ?? after;
      const done = more ? reached : Math.max(reached, Number(begun[0]?.last));
      const { rows: marks } = await client.query(marksQuery, [...key, done]);
      return { changes: page.flatMap(changesOf), done, more, marks: marksOf(marks) };
    });
  }

  async confirmErased(palace: string, drawerIds: readonly string[]): Promise<void> {
    await this.#call('SELECT synapse_palace.confirm_erased($1, $2)', [toStored(palace), drawerIds.map(toStored)]);
  }

  async leave(palace: string): Promise<void> {
    await this.#call('SELECT synapse_palace.leave_team($1)', [toStored(palace)]);
  }

  onChange(listener: () => void): Disposable {
    return this.#notices.listen(listener);
  }

  /** Takes a moment at most: whatever a silent server still owes an answer then rejects with E_CANCELLED. */
  async close(): Promise<void> {
    const ended = Promise.all([this.#notices.close(), this.#pool.ending ? undefined : this.#pool.end()]);
    try {
      await this.#sockets.ended(ended);
    } finally {
      this.#left.abort();
    }
  }

  async #call<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#with(async (client) => (await client.query<Row>(sql, [...values])).rows);
  }

  async #with<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    if (this.#pool.ending) throw closedHere();
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#connection();
      const answer = await work(client);
      client.release();
      return answer;
    } catch (thrown) {
      // A connection that broke in the middle is not used again.
      client?.release(true);
      throw this.#pool.ending ? closedHere() : teamError(thrown, this.#address);
    }
  }

  /** A connection of the pool, which forgets the calls that wait for one when it is ended. Rejects with E_CANCELLED then. */
  async #connection(): Promise<pg.PoolClient> {
    const given = this.#pool.connect();
    return raceAbort(given, this.#left.signal, () => {
      given.then(
        (client) => client.release(true),
        () => undefined,
      );
      throw closedHere();
    });
  }
}

const closedHere = (): PalaceError =>
  new PalaceError('E_CANCELLED', errorText`The connection to the team was closed here.`);

const isDrawer = (change: OutgoingChange): change is OutgoingChange & { readonly value: SharedDrawer } =>
  change.field === 'add';

const storedChange = (change: OutgoingChange): unknown => {
  if (!isDrawer(change)) return mapTexts(change, toStored);
  const { record, text, vector } = change.value;
  return mapTexts(
    {
      ...change,
      value: {
        record,
        text,
        vector: vector === null ? null : { model: vector.model, scale: vector.scale, data: vectorText(vector) },
      },
    },
    toStored,
  );
};
