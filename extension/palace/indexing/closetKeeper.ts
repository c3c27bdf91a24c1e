import { batches } from '../../base/batches.ts';
import { closetsMeta, closetState, rebuildClosets, type ClosetState } from '../filing/closets/fileClosets.ts';
import { sourceId } from '../model/drawer/ids.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { CallOptions, Result } from '../contract/palaceApi.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** Sources whose closets are built in one transaction. */
const batch = 8;

/**
 * Builds and drops a palace's closets. They cost mining time and disk space, and the default ranking does not use
 * them. The first search or command that wants them starts the build, which runs source by source in the
 * background; from then on, mining keeps them up to date.
 */
export class ClosetKeeper {
  readonly #store: PalaceStore;
  readonly #onProblem: (error: PalaceError) => void;
  #building: Promise<void> | undefined;
  #abort = new AbortController();
  /** Callers of {@link build}. */
  #waiting = 0;
  #done = 0;
  #total = 0;

  constructor(store: PalaceStore, onProblem: (error: PalaceError) => void) {
    this.#store = store;
    this.#onProblem = onProblem;
  }

  get state(): ClosetState {
    return closetState(this.#store.read);
  }

  /** Resumes a build that another owner began. */
  open(): void {
    if (this.#store.health.state === 'ok' && this.state === 'building') this.#start();
  }

  /** Never rejects: whoever began the build is told if it fails. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#building?.catch(() => undefined);
  }

  /**
   * Called when a search wants closets: starts to build them, unless it must not write. Returns the note for the
   * answer, or null.
   */
  wanted(mayWrite: boolean): string | null {
    if (this.state === 'kept') return null;
    if (this.#store.health.state !== 'ok')
      return 'This palace keeps no closets and can’t be written, so they were left out.';
    if (this.state === 'none' && !mayWrite)
      return 'This palace keeps no closets. A search that is not a dry run builds them.';
    this.#start();
    return `The closets are still being built (${this.#done} of ${this.#total} sources). The search used those that are ready.`;
  }

  /**
   * Builds them and waits. Throws E_CANCELLED (the closets built so far stay, and the build resumes later; it goes on if somebody
   * else waits for it), E_PALACE_READ_ONLY.
   */
  async build({ signal, onProgress }: CallOptions): Promise<void> {
    if (this.state === 'kept') return;
    if (signal?.aborted === true) throw this.#cancelled();
    this.#waiting += 1;
    let hasLeft = false;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const stop = (): void => {
      hasLeft = true;
      this.#waiting -= 1;
      if (this.#waiting > 0) leave();
      else this.#abort.abort();
    };
    signal?.addEventListener('abort', stop, { once: true });
    const poll = setInterval(
      () =>
        onProgress?.({
          stage: 'mining',
          done: this.#done,
          total: this.#total,
          message: 'closets',
          per_second: null,
        }),
      250,
    );
    try {
      await Promise.race([this.#run(), left]);
    } finally {
      clearInterval(poll);
      signal?.removeEventListener('abort', stop);
      if (!hasLeft) this.#waiting -= 1;
    }
    if (hasLeft) {
      // Whoever ended the build has waited for its end; others may have left before.
      if (this.#building === undefined && this.#abort.signal.aborted) this.#abort = new AbortController();
      throw this.#cancelled();
    }
  }

  #cancelled(): PalaceError {
    return new PalaceError(
      'E_CANCELLED',
      errorText`Building the closets was stopped after ${this.#done} of ${this.#total} sources.`,
    );
  }

  /** Removes all closets and stops keeping them. */
  async drop(): Promise<void> {
    await this.stop();
    this.#abort = new AbortController();
    await this.#store.write((transaction) => transaction.setMeta(closetsMeta, 'none'));
    for (
      let closets = this.#store.read.scanClosets(0, 200);
      closets.length > 0;
      closets = this.#store.read.scanClosets(0, 200)
    ) {
      const sources = new Set(closets.map(({ sourceId: source }) => source));
      await this.#store.write((transaction) => sources.forEach((source) => transaction.purgeClosets(source)));
    }
  }

  summary(): Result<'closets'> {
    return {
      state: this.state,
      closets: this.#store.read.closetCount(),
      sources_done: this.#done,
      sources_total: this.#total,
    };
  }

  #start(): void {
    this.#run().catch((error: unknown) => this.#onProblem(PalaceError.from(error)));
  }

  #run(): Promise<void> {
    this.#building ??= this.#build().finally(() => {
      this.#building = undefined;
    });
    return this.#building;
  }

  async #build(): Promise<void> {
    const began = this.#store.read.meta(closetsMeta) ?? '';
    const after = began.startsWith(building) ? began.slice(building.length) : '';
    const sources = [...this.#store.read.liveDrawersBySource().keys()].sort().filter((id) => id > after);
    this.#done = 0;
    this.#total = sources.length;
    if (after === '') await this.#store.write((transaction) => transaction.setMeta(closetsMeta, building));
    for (const some of batches(sources, batch)) {
      if (this.#abort.signal.aborted) return;
      await this.#store.write((transaction) => {
        for (const source of some) rebuildClosets(transaction, sourceId(source));
        transaction.setMeta(closetsMeta, `${building}${some.at(-1) ?? ''}`);
      });
      this.#done += some.length;
    }
    await this.#store.write((transaction) => transaction.setMeta(closetsMeta, 'kept'));
  }
}

const building = 'building:';
