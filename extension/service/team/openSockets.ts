import { Socket } from 'node:net';

/** The sockets of connections to a server, which may have gone without a word: then none of them ends by itself. */
export class OpenSockets {
  readonly #open = new Set<Socket>();

  /** A new one, for `pg` to connect. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  };

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
