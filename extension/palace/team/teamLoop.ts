import { batches } from '../../base/batches.ts';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError, withRemedy, type ErrorCode } from '../model/errors/palaceError.ts';
import type { CommittedChange } from '../store/palaceStore.ts';
import { palaceId } from './teamIdentity.ts';
import type { RoundParts } from './roundParts.ts';
import { isTransient, teamRound, type RoundReport } from './teamRound.ts';
import type { SavedTeam, TeamConnector } from './teamConnector.ts';
import type { SearchableServer, TeamRecall } from './teamRecall.ts';
import type { TeamServer, TeamState } from './teamServer.ts';

/**
 * Milliseconds to wait: after opening, so that a short command does not connect; after a change; after a notice; between two exchanges
 * without a notice; and after the server could not be reached, at first and at most.
 */
const waits = { opened: 1_500, changed: 300, noticed: 50, quiet: 30_000, away: 1_000, longest: 60_000 } as const;

/** Drawers per transaction that offers those that got a vector late. */
const offeredTogether = 1_000;

interface LoopParts extends Omit<RoundParts, 'demandGoingOn' | 'warn' | 'named' | 'greeted'> {
  readonly connector: TeamConnector;
  /** Called with one line for a person whenever the team's state changes. */
  readonly say: (level: 'info' | 'warn', line: string) => void;
  readonly random: () => number;
}

type LoopState = 'none' | 'resting' | 'exchanging' | 'away' | 'refused';

/** Keeps an open palace and its team in step: it exchanges changes after a change here, on a notice from the server, and regularly. */
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
  #isLeaving = false;
  /** Why a search gave up an answer that is still to come; null if none is. */
  #missed: PalaceError | null = null;
  #problem: PalaceError | null = null;
  /** Of the problem that was said; null if none was since the last exchange that succeeded. */
  #said: ErrorCode | null = null;
  /** Rowids of drawers that got a vector after they were sent. */
  readonly #embedded = new Set<number>();
  #last: { readonly state: TeamState; readonly at: string } | null = null;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  open(): void {
    if (this.#savedTeam() !== null) this.#soon(waits.opened);
  }

  get state(): LoopState {
    if (this.#savedTeam() === null) return 'none';
    if (this.#problem === null) return this.#isExchanging ? 'exchanging' : 'resting';
    return isTransient(this.#problem) ? 'away' : 'refused';
  }

  get problem(): PalaceError | null {
    return this.#problem;
  }

  /** The server's latest state. */
  get last(): { readonly state: TeamState; readonly at: string } | null {
    return this.#last;
  }

  committed({ vectors }: CommittedChange): void {
    if (this.#isClosed || this.#timer === undefined) return;
    const { team } = this.#parts.store.read;
    if (vectors.length > 0 && team.sharedWings().length > 0)
      for (const { rowid } of vectors) this.#embedded.add(rowid);
    // After a failure, the retry that is due takes what is saved meanwhile along.
    if (this.#failures > 0) return;
    if (this.#embedded.size > 0 || team.outbox(0, 1).length > 0) this.#soon(waits.changed);
  }

  /** Uses this password from now on. */
  unlock(password: string): void {
    this.#password = password;
    void this.#drop();
    this.#problem = null;
    this.#forgetFailures();
    this.#soon(0);
  }

  /** Runs work on the team's server, never during an exchange. Throws E_TEAM without a team, and the server's errors. */
  with<T>(work: (server: TeamServer) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => work(await this.#connected()));
  }

  /**
   * Asks the team's server on behalf of a search, even during an exchange. A server that could not be reached is not waited for: the
   * next exchange tries again. Nor is one that owes an earlier search its answer (see {@link missed}). Throws E_TEAM without a team, and
   * the server's errors.
   */
  async recall<T>(work: (recall: TeamRecall) => Promise<T>): Promise<T> {
    if (this.#problem !== null && this.#server === undefined) throw this.#problem;
    if (this.#missed !== null) throw this.#missed;
    const { recall } = this.#server ?? (await this.#queue.run(() => this.#connected()));
    if (recall === undefined) throw new PalaceError('E_TEAM', 'The team’s server can’t be searched.');
    const answer = await work(recall);
    this.#hasAnswered = true;
    return answer;
  }

  /** A search no longer waits for its answer: until that comes or fails, no other search waits for the server. */
  missed(answer: Promise<unknown>, why: PalaceError): void {
    // One that was refused because of an earlier one is missed, too.
    if (this.#missed !== null) return;
    this.#missed = why;
    const settled = (): void => {
      this.#missed = null;
    };
    answer.then(settled, settled);
  }

  /** Whether the team's server has answered over the present connection. */
  get isConnected(): boolean {
    return this.#hasAnswered;
  }

  /** Connects to a new server; `work` saves what has to be saved. */
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
        this.#forgetFailures();
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
   * Runs one exchange now. `prepare` runs right before it, with no other exchange in between, so that the report covers what it
   * prepared. Throws E_TEAM without a team, and the server's errors.
   */
  exchange(prepare?: () => Promise<void>): Promise<RoundReport & { readonly warnings: readonly string[] }> {
    return this.#queue.run(async () => {
      this.#demandGoingOn();
      await prepare?.();
      return this.#round({ isAsked: true });
    });
  }

  /**
   * Says goodbye to the team's server. An exchange under way, whose answer may never come, is ended with its connection, and those
   * that wait for their turn don't begin. Throws E_TEAM without a team, and the server's errors; exchanges then go on.
   */
  async sayGoodbye(work: (server: TeamServer) => Promise<void>): Promise<void> {
    this.#isLeaving = true;
    try {
      if (this.#isExchanging) await this.#drop();
      await this.#queue.run(async () => {
        this.#isLeaving = false;
        await work(await this.#connected());
      });
    } catch (thrown) {
      this.#isLeaving = false;
      this.#soon(waits.quiet);
      throw thrown;
    }
  }

  /** Ends the connection; the palace no longer has a team. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer?.timer);
    this.#timer = undefined;
    this.#password = null;
    this.#problem = null;
    this.#forgetFailures();
    this.#last = null;
    this.#embedded.clear();
    await this.#drop();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer?.timer);
    // Closing the connection ends a call that waits for the server.
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
    if (this.#isClosed || this.#isLeaving || this.#savedTeam() === null) return;
    try {
      await this.#round({ isAsked: false });
    } catch {
      // `#problem` holds it.
    }
  }

  /** Whoever asked for the exchange hears of a problem by its error; of any other it is said. */
  async #round({
    isAsked,
  }: {
    readonly isAsked: boolean;
  }): Promise<RoundReport & { readonly warnings: readonly string[] }> {
    const { store, say } = this.#parts;
    const warnings: string[] = [];
    try {
      // Before it connects: while the server is away, they wait on the disk like every other change.
      await this.#offerEmbedded();
      const server = await this.#connected();
      this.#isExchanging = true;
      const report = await teamRound(server, {
        ...this.#parts,
        warn: (text) => {
          warnings.push(text);
          say('warn', `Team: ${text}`);
        },
        named: (id) => this.#named(id),
        // Until then, what was wrong is what is known.
        greeted: () => {
          this.#problem = null;
        },
        demandGoingOn: () => this.#demandGoingOn(),
      });
      this.#hasAnswered = true;
      this.#last = { state: report.state, at: this.#parts.now() };
      this.#problem = null;
      // Also after a failure that only whoever asked has heard of: the views show it until this is said.
      if (this.#failures > 0) say('info', 'The team’s server can be reached again; everything is exchanged.');
      this.#forgetFailures();
      this.#soon(store.read.team.outbox(0, 1).length > 0 ? waits.changed : waits.quiet);
      return { ...report, warnings };
    } catch (thrown) {
      throw this.#failed(PalaceError.from(thrown), isAsked);
    } finally {
      this.#isExchanging = false;
    }
  }

  #forgetFailures(): void {
    this.#failures = 0;
    this.#said = null;
  }

  #failed(error: PalaceError, isAsked: boolean): PalaceError {
    if (this.#isClosed || error.code === 'E_CANCELLED') return error;
    void this.#drop();
    this.#problem = error;
    this.#failures += 1;
    if (!isAsked && this.#said !== error.code) {
      this.#said = error.code;
      this.#parts.say(
        isTransient(error) ? 'info' : 'warn',
        `Nothing is exchanged with the team: ${withRemedy(error)}`,
      );
    }
    const wait = isTransient(error) ? Math.min(waits.longest, waits.away * 2 ** this.#failures) : waits.longest;
    this.#soon(wait * (0.5 + this.#parts.random()));
    return error;
  }

  async #offerEmbedded(): Promise<void> {
    for (const rowids of batches([...this.#embedded], offeredTogether)) {
      await this.#parts.store.write(({ team }) => team.offerAgain(rowids));
      // Only now: after a failed write they are still to be offered.
      for (const rowid of rowids) this.#embedded.delete(rowid);
    }
  }

  #demandGoingOn(): void {
    if (this.#isClosed) throw new PalaceError('E_CANCELLED', 'The palace is closing.');
    if (this.#isLeaving) throw new PalaceError('E_CANCELLED', 'The palace is leaving its team.');
  }

  async #connected(): Promise<SearchableServer> {
    this.#demandGoingOn();
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
    if (this.#isClosed) await server.close();
    this.#demandGoingOn();
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
