import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { Emitter } from '../../base/emitter.ts';
import type { Caller } from '../../palace/contract/caller.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { clientLimits, FrameChannel, strangerLimits } from '../socket/frameChannel.ts';
import { refuse, welcomeClient } from '../wire/handshake.ts';
import type { OpenCalls } from './openCalls.ts';
import type { OwnerEvent } from '../../palace/contract/ownerEvents.ts';
import { channelConnection } from '../wire/rpcMessages.ts';
import { servePalace, type ServedPalace } from './servePalace.ts';

/** Serves other processes over a local socket, once they prove that they belong to this palace's user. */
export class OwnerServer {
  readonly #token: string;
  readonly #palace: Promise<ServedPalace>;
  readonly #calls: OpenCalls;
  readonly #server: Server;
  readonly #channels = new Set<FrameChannel>();
  readonly #events = new Emitter<OwnerEvent>();

  /** `palace` may still be opening: clients wait for it and get the error if it fails. */
  constructor(token: string, palace: Promise<ServedPalace>, calls: OpenCalls) {
    this.#token = token;
    this.#palace = palace;
    this.#calls = calls;
    this.#server = createServer((socket) => void this.#welcome(socket));
  }

  /** Listens at the first place that works and returns its path. Throws the last error if none works. */
  async listen(places: readonly (() => string)[]): Promise<string> {
    let problem: unknown;
    for (const place of places) {
      try {
        const path = place();
        await listenAt(this.#server, path);
        if (process.platform !== 'win32') chmodSync(path, 0o600);
        this.#server.on('error', () => undefined);
        return path;
      } catch (thrown) {
        problem = thrown;
      }
    }
    throw problem;
  }

  tell(event: OwnerEvent): void {
    this.#events.fire(event);
  }

  /** Accepts no more clients; the socket is removed immediately. */
  refuseMore(): void {
    this.#server.close();
  }

  /** Sends the clients what is queued for them, then disconnects them. */
  async close(): Promise<void> {
    this.refuseMore();
    await Promise.all([...this.#channels].map((channel) => channel.finish()));
  }

  async #welcome(socket: Socket): Promise<void> {
    const channel = new FrameChannel(socket, strangerLimits);
    this.#channels.add(channel);
    channel.onEnd(() => this.#channels.delete(channel));
    try {
      const { caller, ready } = await welcomeClient(channel, this.#token);
      const palace = await this.#palace.catch((thrown: unknown) => {
        refuse(channel, PalaceError.from(thrown));
        throw thrown;
      });
      channel.allow(clientLimits);
      ready(palace.revision());
      this.#serve(channel, palace, caller);
    } catch {
      // The reason was sent to the client if it could be reached.
      await channel.finish();
    }
  }

  #serve(channel: FrameChannel, palace: ServedPalace, caller: Caller): void {
    const send = servePalace(channelConnection(channel), palace, caller, this.#calls);
    const held = this.#events.event(send);
    channel.onEnd(() => held.dispose());
  }
}

const listenAt = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
