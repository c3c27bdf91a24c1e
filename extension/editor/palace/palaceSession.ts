import { errorText, type ErrorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { HookName } from '../../palace/contract/hookNames.ts';
import type { Hook } from '../../palace/contract/hookSchemas.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { ConnectOptions, PalaceConnection, PalaceEvent } from '../../service/palaceConnection.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { Debouncer } from '../../base/async/debouncer.ts';
import { Emitter } from '../../base/emitter.ts';
import type { PalaceState } from './palaceState.ts';
import { SessionHooks } from './sessionHooks.ts';

export type ConnectPlan =
  | { readonly kind: 'connect'; readonly options: ConnectOptions }
  | { readonly kind: 'nowhere'; readonly reason: 'noWorkspace' | 'untrustedLocation' };

export interface SessionDependencies {
  readonly connect: (options: ConnectOptions) => Promise<PalaceConnection>;
  /** Where the palace is now. Read again on every {@link PalaceSession.locate}. */
  readonly plan: () => ConnectPlan;
  /** Whether the folder has a palace. */
  readonly exists: (folder: string) => Promise<boolean>;
  /** Called before a palace is made, whoever needs it first. */
  readonly prepare: () => Promise<void>;
  readonly log: (level: 'trace' | 'debug' | 'info' | 'warn' | 'error', message: string) => void;
}

const statusQuietMs = 250;
const statusLatestMs = 1000;
const mineFirst = errorText`Run the command “Synapse Palace: Mine Workspace”.`;

/** This window's palace. It is opened on first need, and closed with the window or when its location changes. */
export class PalaceSession implements Disposable {
  readonly #dependencies: SessionDependencies;
  readonly #changes = new Emitter<PalaceState>();
  readonly #revisions = new Emitter<void>();
  readonly #owners = new Emitter<void>();
  readonly #hooks = new SessionHooks();
  readonly #statusTimer = new Debouncer(() => void this.#readStatus(), statusQuietMs, statusLatestMs);
  #state: PalaceState = { kind: 'locating' };
  #connection: Promise<PalaceConnection> | null = null;
  #held = new DisposableStore();
  /** Rises whenever the connection is closed, so that late answers of an earlier one are dropped. */
  #generation = 0;
  #isBarred = false;
  #isClosed = false;

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies;
  }

  get state(): PalaceState {
    return this.#state;
  }

  /** The state changed: another kind, new counts, progress. */
  onState(listener: (state: PalaceState) => void): Disposable {
    return this.#changes.event(listener);
  }

  /** Drawers were committed. Merged to a few events per second. */
  onChanged(listener: () => void): Disposable {
    return this.#revisions.event(listener);
  }

  /** The palace was opened, or another process has taken it over: whatever its owner kept only in memory is gone. */
  onOwner(listener: () => void): Disposable {
    return this.#owners.event(listener);
  }

  /** Finds where the palace is and whether it exists. A palace that is open is closed first. */
  async locate(): Promise<PalaceState> {
    const wasOpen = this.#connection !== null;
    const closing = this.#giveUp();
    if (wasOpen) this.#tell({ kind: 'locating' });
    await closing;
    const generation = this.#generation;
    const plan = this.#dependencies.plan();
    if (plan.kind === 'nowhere') return this.#tell(plan);
    const { folder } = plan.options;
    const exists = await this.#dependencies.exists(folder);
    if (generation !== this.#generation || this.#connection !== null) return this.#state;
    return this.#tell({ kind: exists ? 'closed' : 'absent', folder });
  }

  /** Resolves to the state once it is known whether there is a palace. */
  located(): Promise<PalaceState> {
    if (this.#state.kind !== 'locating') return Promise.resolve(this.#state);
    return new Promise((resolve) => {
      const listening = this.onState((state) => {
        if (state.kind === 'locating') return;
        listening.dispose();
        resolve(state);
      });
    });
  }

  /**
   * The palace's calls. Opens the palace when it is not open, but makes none: it asks the disk, as another program may have made or
   * deleted it. Rejects with `PalaceError`; E_PALACE_NOT_FOUND, with the remedy, where there is none.
   */
  async api({ remedy }: { readonly remedy: string | ErrorText } = { remedy: mineFirst }): Promise<PalaceApi> {
    const plan = this.#dependencies.plan();
    if (
      this.#connection === null &&
      !this.#isBarred &&
      plan.kind === 'connect' &&
      !(await this.#dependencies.exists(plan.options.folder))
    )
      throw new PalaceError('E_PALACE_NOT_FOUND', 'This workspace has no memory yet.', { remedy });
    return this.apiOrNew();
  }

  /** As `api`, for what files something: where there is no palace, it makes one. */
  async apiOrNew(): Promise<PalaceApi> {
    if (this.#isBarred) throw new PalaceError('E_CANCELLED', 'The palace is closed for a while.');
    this.#connection ??= this.#open(this.#optionsNow());
    return (await this.#connection).api;
  }

  /** Throws E_PALACE_NOT_FOUND, with the remedy, where there can be no palace. */
  demandPlace(): void {
    this.#optionsNow();
  }

  /** Watches the pipeline of every palace that the window has open, until the result is disposed. */
  registerHook<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable {
    return this.#hooks.register(name, hook);
  }

  /**
   * Closes the palace and gives its folder to `work`. Nothing here opens it until `work` is done; then it is
   * located again.
   */
  async withoutPalace<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const { state } = this;
    if (!('folder' in state) || this.#isBarred)
      throw new PalaceError('E_PALACE_NOT_FOUND', 'There is no palace to work on.');
    this.#isBarred = true;
    try {
      await this.#giveUp();
      this.#tell({ kind: 'closed', folder: state.folder });
      return await work(state.folder);
    } finally {
      this.#isBarred = this.#isClosed;
      if (!this.#isClosed) await this.locate();
    }
  }

  /** Reads the counts again after a moment. */
  refresh(): void {
    if (this.#state.kind === 'open') this.#statusTimer.call();
  }

  /** Closes the palace after pending writes, for good. */
  async close(): Promise<void> {
    this.#isBarred = true;
    this.#isClosed = true;
    await this.#giveUp();
    this.#changes.dispose();
    this.#revisions.dispose();
    this.#owners.dispose();
  }

  dispose(): void {
    void this.close();
  }

  /** Throws as {@link demandPlace}. */
  #optionsNow(): ConnectOptions {
    const plan = this.#dependencies.plan();
    if (plan.kind === 'connect') return plan.options;
    throw plan.reason === 'noWorkspace'
      ? new PalaceError('E_PALACE_NOT_FOUND', 'No folder is open.', {
          remedy: 'Open a folder: each workspace has a palace of its own.',
        })
      : new PalaceError('E_PALACE_NOT_FOUND', 'The palace lies inside a workspace that you do not trust.', {
          remedy: 'Trust the workspace to open its palace.',
        });
  }

  async #open(options: ConnectOptions): Promise<PalaceConnection> {
    const generation = this.#generation;
    const { folder } = options;
    this.#tell({ kind: 'opening', folder });
    try {
      if (!(await this.#dependencies.exists(folder))) await this.#dependencies.prepare();
      const connection = await this.#dependencies.connect(options);
      if (generation !== this.#generation) {
        await connection.close();
        throw new PalaceError('E_CANCELLED', 'The palace was closed while it was being opened.');
      }
      this.#held.add(connection.onEvent((event) => this.#onEvent(event)));
      this.#held.add(this.#hooks.watch(connection));
      this.#tell({ kind: 'open', folder, status: null, progress: null });
      void this.#readStatus(connection);
      this.#owners.fire();
      return connection;
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (generation === this.#generation) {
        this.#connection = null;
        this.#tell({ kind: 'failed', folder, error });
        this.#dependencies.log('error', `${error.code}: ${error.message}`);
      }
      throw error;
    }
  }

  #onEvent(event: PalaceEvent): void {
    switch (event.kind) {
      case 'changed':
        this.#statusTimer.call();
        this.#revisions.fire();
        return;
      case 'progress':
        if (this.#state.kind === 'open') this.#tell({ ...this.#state, progress: event.progress });
        if (event.progress === null) this.#statusTimer.call();
        return;
      case 'log':
        this.#dependencies.log(event.level, event.message);
        return;
      case 'gone':
        this.#dependencies.log(
          'info',
          `The program that had the palace open ended (${event.reason}); another takes its place.`,
        );
        if (this.#state.kind === 'open') this.#tell({ ...this.#state, progress: null });
        this.#statusTimer.call();
        this.#owners.fire();
    }
  }

  async #readStatus(connection?: PalaceConnection): Promise<void> {
    const generation = this.#generation;
    try {
      const open = connection ?? (await this.#connection);
      if (open === null || generation !== this.#generation) return;
      const status = await open.api.status({});
      const state = this.#state;
      if (generation !== this.#generation || (state.kind !== 'open' && state.kind !== 'failed')) return;
      const progress = state.kind === 'open' && status.embeddings.pending > 0 ? state.progress : null;
      this.#tell({ kind: 'open', folder: state.folder, status, progress: status.mining ?? progress });
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (generation !== this.#generation) return;
      this.#dependencies.log('warn', `The palace's status could not be read. ${error.code}: ${error.message}`);
      // Another window or program has deleted it.
      if (error.code === 'E_PALACE_NOT_FOUND') await this.locate();
      // It opened, but nothing can be read, as where its file is no palace any more. It would be “being opened” for ever.
      else if (this.#state.kind === 'open' && this.#state.status === null)
        this.#tell({ kind: 'failed', folder: this.#state.folder, error });
    }
  }

  async #giveUp(): Promise<void> {
    this.#generation += 1;
    this.#statusTimer.cancel();
    this.#held.dispose();
    this.#held = new DisposableStore();
    const connection = this.#connection;
    this.#connection = null;
    if (connection === null) return;
    try {
      await (await connection).close();
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (error.code !== 'E_CANCELLED')
        this.#dependencies.log('warn', `Closing the palace: ${error.code}: ${error.message}`);
    }
  }

  #tell(state: PalaceState): PalaceState {
    this.#state = state;
    this.#changes.fire(state);
    return state;
  }
}
