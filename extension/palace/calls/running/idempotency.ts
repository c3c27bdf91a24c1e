import * as z from 'zod';
import { isoTime } from '../../model/drawer/ids.ts';
import type { PalaceStore, WriteTransaction } from '../../store/palaceStore.ts';

/**
 * Makes sure that a call repeated under its ID has no second effect. The results of a call's transactions are
 * stored in the same transactions: after a crash, either both are there or neither is.
 */
export class IdempotentCalls {
  readonly #store: PalaceStore;
  readonly #clock: () => Date;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(store: PalaceStore, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Runs a call whose effect is one transaction and whose value is that transaction's result. If the call with
   * this ID already had its effect, it returns the first value and does nothing. Without an ID it is just carried
   * out.
   */
  once<T>(id: string | undefined, value: z.ZodType<T>, effect: (store: PalaceStore) => Promise<T>): Promise<T> {
    return this.inSteps(id, value, async (store, [earlier]) => earlier ?? effect(store));
  }

  /**
   * Runs a call of several transactions, each of which does part of the remaining work. The call is given the
   * results of the earlier ones, and resumes.
   */
  async inSteps<T, R>(
    id: string | undefined,
    value: z.ZodType<T>,
    effect: (store: PalaceStore, earlier: readonly T[]) => Promise<R>,
  ): Promise<R> {
    // A palace that can't be written has its own error, whatever results are stored.
    if (id === undefined || this.#store.health.state !== 'ok') return effect(this.#store, []);
    // The same call may still be running, from a connection that was lost.
    for (let same = this.#running.get(id); same !== undefined; same = this.#running.get(id))
      await same.catch(() => undefined);
    const run = (async () =>
      effect(this.#keeping(id, value), value.array().parse(this.#kept(id, this.#store.read))))();
    this.#running.set(id, run);
    try {
      return await run;
    } finally {
      this.#running.delete(id);
    }
  }

  /** What the transactions of a call gave, in order. */
  #kept(id: string, read: Pick<PalaceStore['read'], 'request'>): unknown[] {
    const kept: unknown[] = [];
    let step = 0;
    for (let text = read.request(stepOf(id, step)); text !== undefined; text = read.request(stepOf(id, step))) {
      kept.push(...z.array(z.unknown()).parse(JSON.parse(text)));
      step += 1;
    }
    return kept;
  }

  /** The store, except that each transaction also stores its own result, reduced to what `value` names. */
  #keeping(id: string, value: z.ZodType): PalaceStore {
    const store = this.#store;
    let step = 0;
    return {
      folder: store.folder,
      schemaVersion: store.schemaVersion,
      read: store.read,
      get revision() {
        return store.revision;
      },
      get health() {
        return store.health;
      },
      write: (work) =>
        store.write((transaction) => {
          const given = work(transaction);
          step = this.#keep(id, step, transaction, value.parse(given));
          return given;
        }),
      onCommit: (listener) => store.onCommit(listener),
      verify: (options) => store.verify(options),
      backup: (options) => store.backup(options),
      copies: () => store.copies(),
      rewrite: () => store.rewrite(),
      bytes: () => store.bytes(),
      close: () => store.close(),
    };
  }

  /** Keeps the result as that of the first step, from `known` on, that has none. Returns which one that is. */
  #keep(id: string, known: number, transaction: WriteTransaction, given: unknown): number {
    let step = known;
    while (transaction.read.request(stepOf(id, step)) !== undefined) step += 1;
    transaction.putRequest(stepOf(id, step), JSON.stringify([given]), isoTime(this.#clock()));
    return step;
  }
}

/** Each transaction's result has a row of its own: all in one row, they would be read and written again with each of them. */
const stepOf = (id: string, step: number): string => (step === 0 ? id : `${id}#${step}`);
