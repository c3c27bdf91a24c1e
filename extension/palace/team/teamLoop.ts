import { SerialQueue } from '../../base/serialQueue.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { CommittedChange } from '../store/palaceStore.ts';
import { palaceId } from './teamIdentity.ts';
import { isTransient, teamRound, type RoundParts, type RoundReport } from './teamRound.ts';
import type { SavedTeam, TeamConnector } from './teamConnector.ts';
import type { SearchableServer, TeamRecall } from './teamRecall.ts';
import type { TeamServer, TeamState } from './teamServer.ts';

/**
 * Milliseconds: after opening, so that a brief command does not connect; after a change and a notice; between two exchanges where no
 * notice comes; and after the server could not be reached, at first and at most.
 */
const waits = { opened: 1_500, changed: 300, noticed: 50, quiet: 30_000, away: 1_000, longest: 60_000 } as const;

export interface LoopParts extends Omit<RoundParts, 'demandGoingOn' | 'warn' | 'named'> {
  readonly connector: TeamConnector;
  /** Called with one line for a person whenever the team's state changes. */
  readonly say: (level: 'info' | 'warn', line: string) => void;
  readonly random: () => number;
}

export type LoopState = 'none' | 'resting' | 'exchanging' | 'away' | 'refused';

/** Keeps a palace and its team in step while the palace is open: after a change here, on a notice from there, and now and then. */
export class TeamLoop {
  readonly #parts: LoopParts;
  readonly #queue = new SerialQueue();
  #server: SearchableServer | undefined;
  #password: string | null = null;
  #timer: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  #failures = 0;
  #isClosed = false;
  #hasAnswered = false;
  #isExchanging = false;
  #problem: PalaceError | null = null;
  /** Rowids of drawers that got a vector after they were sent. */
  #embedded: number[] = [];
  /** What the server said last. */
  last: { readonly state: TeamState; readonly at: string } | null = null;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  open(): void {
    if (this.#savedTeam() !== null) this.#soon(waits.opened);
  }

  get state(): LoopState {
    if (this.#savedTeam() === null) return 'none';
    if (this.#isExchanging) return 'exchanging';
    if (this.#problem === null) return 'resting';
    return isTransient(this.#problem) ? 'away' : 'refused';
  }

  get problem(): PalaceError | null {
    return this.#problem;
  }

  committed({ vectors }: CommittedChange): void {
    if (this.#isClosed || this.#timer === undefined) return;
    const { team } = this.#parts.store.read;
    if (vectors.length > 0 && team.sharedWings().length > 0)
      this.#embedded.push(...vectors.map(({ rowid }) => rowid));
    if (this.#embedded.length > 0 || team.outbox(0, 1).length > 0) this.#soon(waits.changed);
  }

  /** Uses this password from now on. */
  unlock(password: string): void {
    this.#password = password;
    void this.#drop();
    this.#problem = null;
    this.#soon(0);
  }

  /** Runs work on the team's server, in turn with the exchanges. Throws E_TEAM without a team, and the server's errors. */
  with<T>(work: (server: TeamServer) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => work(await this.#connected()));
  }

  /**
   * Asks the team's server for a search, beside the exchanges. While it could not be reached, nobody waits for it: the exchanges try
   * again. Throws E_TEAM without a team, and the server's errors.
   */
  async recall<T>(work: (recall: TeamRecall) => Promise<T>): Promise<T> {
    if (this.#problem !== null && this.#server === undefined) throw this.#problem;
    const { recall } = this.#server ?? (await this.#queue.run(() => this.#connected()));
    if (recall === undefined) throw new PalaceError('E_TEAM', 'The team’s server can’t be searched.');
    const answer = await work(recall);
    this.#hasAnswered = true;
    return answer;
  }

  /** Whether the team's server has answered over the connection that stands. */
  get isConnected(): boolean {
    return this.#hasAnswered;
  }

  /** Connects with a server that is not known yet; `work` keeps what is to be kept. */
  connect<T>(
    url: string,
    password: string | null,
    work: (server: TeamServer, shown: string) => Promise<T>,
  ): Promise<T> {
    return this.#queue.run(async () => {
      const { server, shown } = await this.#parts.connector.open(url, password);
      try {
        const done = await work(server, shown);
        await this.#drop();
        this.#password = password;
        this.#problem = null;
        this.#use(server);
        this.#soon(waits.changed);
        return done;
      } catch (thrown) {
        await server.close().catch(() => undefined);
        throw thrown;
      }
    });
  }

  /**
   * One exchange, now. `prepare` runs right before it, with no other exchange in between, so that the report is about what it
   * prepared. Throws E_TEAM without a team, and the server's errors.
   */
  exchange(prepare?: () => Promise<void>): Promise<RoundReport & { readonly warnings: readonly string[] }> {
    return this.#queue.run(async () => {
      await prepare?.();
      return this.#round();
    });
  }

  /** Ends the connection; the palace has no team any more. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer?.timer);
    this.#timer = undefined;
    this.#password = null;
    this.#problem = null;
    this.last = null;
    await this.#drop();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer?.timer);
    // A call that waits for the server ends with its connection.
    await this.#drop();
    await this.#queue.settled();
    await this.#drop();
  }

  #savedTeam(): SavedTeam | null {
    try {
      return this.#parts.connector.saved();
    } catch (thrown) {
      this.#problem = PalaceError.from(thrown);
      return null;
    }
  }

  #soon(ms: number): void {
    if (this.#isClosed) return;
    const at = performance.now() + ms;
    if (this.#timer !== undefined && this.#timer.at <= at && this.#timer.at > performance.now()) return;
    clearTimeout(this.#timer?.timer);
    const timer = setTimeout(() => void this.#queue.run(() => this.#tick()), ms).unref();
    this.#timer = { at, timer };
  }

  async #tick(): Promise<void> {
    if (this.#isClosed || this.#savedTeam() === null) return;
    try {
      await this.#round();
    } catch {
      // It is kept as the problem.
    }
  }

  async #round(): Promise<RoundReport & { readonly warnings: readonly string[] }> {
    const { store, say } = this.#parts;
    const warnings: string[] = [];
    const before = this.#problem;
    try {
      const server = await this.#connected();
      this.#isExchanging = true;
      await this.#offerEmbedded();
      const report = await teamRound(server, {
        ...this.#parts,
        warn: (text) => {
          warnings.push(text);
          say('warn', `Team: ${text}`);
        },
        named: (id) => this.#named(id),
        demandGoingOn: () => {
          if (this.#isClosed) throw new PalaceError('E_CANCELLED', 'The palace is being closed.');
        },
      });
      this.#hasAnswered = true;
      this.last = { state: report.state, at: this.#parts.now() };
      this.#failures = 0;
      this.#problem = null;
      if (before !== null) say('info', 'The team’s server is there again; all is exchanged.');
      this.#soon(store.read.team.outbox(0, 1).length > 0 ? waits.changed : waits.quiet);
      return { ...report, warnings };
    } catch (thrown) {
      throw this.#failed(PalaceError.from(thrown), before);
    } finally {
      this.#isExchanging = false;
    }
  }

  #failed(error: PalaceError, before: PalaceError | null): PalaceError {
    if (this.#isClosed || error.code === 'E_CANCELLED') return error;
    void this.#drop();
    this.#problem = error;
    this.#failures += 1;
    if (before?.code !== error.code)
      this.#parts.say(
        isTransient(error) ? 'info' : 'warn',
        `Nothing is exchanged with the team: ${error.message} ${error.remedy}`,
      );
    const wait = isTransient(error) ? Math.min(waits.longest, waits.away * 2 ** this.#failures) : waits.longest;
    this.#soon(wait * (0.5 + this.#parts.random()));
    return error;
  }

  async #offerEmbedded(): Promise<void> {
    const rowids = this.#embedded.splice(0, 1_000);
    if (rowids.length > 0) await this.#parts.store.write(({ team }) => team.offerAgain(rowids));
  }

  async #connected(): Promise<SearchableServer> {
    if (this.#server !== undefined) return this.#server;
    const saved = this.#parts.connector.saved();
    if (saved === null)
      throw new PalaceError('E_TEAM', 'This palace is not connected with a team.', {
        remedy: 'Connect it in a terminal: synapse-palace team connect URL.',
      });
    if (saved.palace !== palaceId(this.#parts.store.read))
      throw new PalaceError('E_TEAM', errorText`Another palace was connected in this folder (${saved.url}).`, {
        remedy: 'Connect this one, too: synapse-palace team connect URL. It then shares nothing until you say so.',
      });
    const { server } = await this.#parts.connector.open(saved.url, this.#password);
    this.#use(server);
    return server;
  }

  #use(server: SearchableServer): void {
    this.#server = server;
    server.onChange(() => this.#soon(waits.noticed));
  }

  #named(id: string): void {
    const saved = this.#savedTeam();
    if (saved !== null) this.#parts.connector.save({ ...saved, palace: id });
  }

  async #drop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#hasAnswered = false;
    await server?.close().catch(() => undefined);
  }
}
