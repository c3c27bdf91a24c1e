import { Socket } from 'node:net';
import { deadline } from '../../base/async/deadline.ts';
import { raceAbort } from '../../base/async/raceAbort.ts';

/** Milliseconds that a server has to say goodbye. */
const farewell = 1_000;

/** The sockets of connections to a server, which may have gone without a word: then none of them ends by itself. */
export class OpenSockets {
  readonly #open = new Set<Socket>();

  /** A new one, for `pg` to connect. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  };

  /** Waits a moment for the server's goodbye, which `goodbye` is; then the connections end without it. Rejects as it does. */
  async ended(goodbye: Promise<unknown>): Promise<void> {
    const { signal, dispose } = deadline(farewell);
    try {
      await raceAbort(goodbye, signal, () => {
        for (const socket of this.#open) socket.destroy();
      });
    } finally {
      dispose();
    }
  }
}
