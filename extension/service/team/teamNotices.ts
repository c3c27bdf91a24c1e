import pg from 'pg';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';

/** Milliseconds to wait before a lost connection is tried again: at first, and at most. */
const wait = { first: 1000, most: 60_000 };

/**
 * Listens, over a connection of its own, for the server's notices that another palace has pushed. If none can be had (a pooler holds
 * them back, the server is gone), no listener is called, and it tries again at growing intervals.
 */
export class TeamNotices {
  readonly #config: pg.ClientConfig;
  readonly #pushed = new Emitter<void>();
  #listeners = 0;
  #channel: { readonly team: number; readonly palace: string } | undefined;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #wait = wait.first;
  #isClosed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** Sets the team to listen to, and the palace whose own notices are left out. */
  follow(team: number, palace: string): void {
    this.#channel = { team, palace };
    this.#start();
  }

  listen(listener: () => void): Disposable {
    const heard = this.#pushed.event(listener);
    this.#listeners += 1;
    this.#start();
    let isDisposed = false;
    return {
      dispose: () => {
        if (isDisposed) return;
        isDisposed = true;
        heard.dispose();
        this.#listeners -= 1;
        if (this.#listeners === 0) void this.#stop();
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
    this.#pushed.dispose();
  }

  #start(): void {
    const channel = this.#channel;
    if (this.#isClosed || this.#listeners === 0 || channel === undefined || this.#client !== undefined) return;
    clearTimeout(this.#retry);
    const client = new pg.Client(this.#config);
    this.#client = client;
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      void client.end().catch(() => undefined);
      this.#retry = setTimeout(() => this.#start(), this.#wait).unref();
      this.#wait = Math.min(this.#wait * 2, wait.most);
    };
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ payload }) => {
      if (payload !== this.#channel?.palace) this.#pushed.fire();
    });
    const begin = async (): Promise<void> => {
      await client.connect();
      await client.query(`LISTEN synapse_palace_${channel.team}`);
      this.#wait = wait.first;
      // Something may have been pushed before: the listener asks once.
      this.#pushed.fire();
    };
    begin().catch(lost);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
