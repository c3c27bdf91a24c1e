import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { palaceCall, type PalaceMethod } from '../../palace/contract/palaceApi.ts';

/** The owner's running calls, of all clients. */
export class OpenCalls {
  readonly #running = new Set<{
    readonly method: PalaceMethod;
    readonly abort: AbortController;
    readonly done: Promise<unknown>;
  }>();
  #closing = false;

  /** Runs a call. Once the owner is closing, rejects with E_OWNER_GONE, so that the client repeats the call with the next owner. */
  async run<T>(method: PalaceMethod, abort: AbortController, work: () => Promise<T>): Promise<T> {
    if (this.#closing) throw closing();
    const done = work();
    const call = { method, abort, done };
    this.#running.add(call);
    try {
      return await done;
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      throw this.#closing && error.code === 'E_CANCELLED' ? closing() : error;
    } finally {
      this.#running.delete(call);
    }
  }

  /**
   * Takes no more calls and waits for the running ones. Long calls, those that report progress, are aborted: what they
   * committed stays, and the client repeats them with the next owner.
   */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled(
      [...this.#running].map(async ({ method, abort, done }) => {
        if ('progress' in (await palaceCall(method))) abort.abort();
        await done;
      }),
    );
  }
}

const closing = (): PalaceError =>
  new PalaceError('E_OWNER_GONE', 'The palace is being closed by the program that had it open.');
