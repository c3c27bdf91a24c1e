import type { Socket } from 'node:net';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/**
 * Messages over a stream. Each is a length (4 bytes, big-endian) and that many bytes of JSON. A malformed or oversized message
 * ends the connection. So does a peer that stops reading.
 */

export interface ChannelLimits {
  /** Maximum bytes of an incoming message. */
  readonly frame: number;
  /** Maximum bytes that may wait for the peer to read them. */
  readonly queue: number;
  /** Milliseconds after which a peer that reads nothing of its queue is disconnected. */
  readonly stuck: number;
}

const mebibyte = 1024 * 1024;
/** Before the handshake is done. A client's only message until then carries its profile settings. */
export const strangerLimits: ChannelLimits = { frame: mebibyte, queue: mebibyte, stuck: 10_000 };
export const clientLimits: ChannelLimits = { frame: 64 * mebibyte, queue: 256 * mebibyte, stuck: 30_000 };
export const ownerLimits: ChannelLimits = { frame: 512 * mebibyte, queue: 256 * mebibyte, stuck: 30_000 };

const header = 4;

export class FrameChannel {
  readonly #socket: Socket;
  #limits: ChannelLimits;
  #chunks: Buffer[] = [];
  #held = 0;
  #waiting: unknown[] = [];
  #listener: ((message: unknown) => void) | undefined;
  #end: PalaceError | undefined;
  readonly #ended = new Emitter<PalaceError>();

  constructor(socket: Socket, limits: ChannelLimits) {
    this.#socket = socket;
    this.#limits = limits;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.close(`the connection failed: ${error.message}`));
    socket.on('close', () => this.close('the connection was closed'));
    socket.on('timeout', () => {
      if (socket.writableLength > 0) this.close('the other side has stopped reading');
    });
    socket.setTimeout(limits.stuck);
  }

  /** Calls the listener once, immediately if the channel has already ended. */
  onEnd(listener: (reason: PalaceError) => void): Disposable {
    if (this.#end === undefined) return this.#ended.event(listener);
    listener(this.#end);
    return { dispose: () => undefined };
  }

  allow(limits: ChannelLimits): void {
    this.#limits = limits;
    this.#socket.setTimeout(limits.stuck);
  }

  /** Resolves with the next message; rejects if the connection ends first. Use it only before {@link listen}. */
  next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // A message that is already waiting is delivered immediately, before `onEnd` is registered.
      let held: Disposable = { dispose: () => undefined };
      this.#listen((message) => {
        this.#listener = undefined;
        held.dispose();
        resolve(message);
      }, 1);
      held = this.onEnd(reject);
    });
  }

  /** Delivers every message from now on. */
  listen(listener: (message: unknown) => void): void {
    this.#listen(listener, Infinity);
  }

  send(message: unknown): void {
    if (this.#end !== undefined) return;
    const body = Buffer.from(JSON.stringify(message));
    const length = Buffer.alloc(header);
    length.writeUInt32BE(body.length);
    this.#socket.cork();
    this.#socket.write(length);
    this.#socket.write(body);
    this.#socket.uncork();
    if (this.#socket.writableLength - body.length > this.#limits.queue)
      this.close('the other side reads too slowly');
  }

  /** Sends what is queued, then closes. Resolves when that is done, at most a second later. */
  async finish(): Promise<void> {
    if (this.#end !== undefined) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, 1_000);
      // A socket that is gone already never says that it has ended.
      this.onEnd(() => (clearTimeout(limit), resolve()));
      this.#socket.end(resolve);
    });
    this.close('the connection was closed');
  }

  /** Ends the connection immediately; queued messages are lost. */
  close(reason: string): void {
    if (this.#end !== undefined) return;
    this.#end = new PalaceError('E_OWNER_GONE', reason);
    this.#socket.destroy();
    this.#chunks = [];
    this.#ended.fire(this.#end);
    this.#ended.dispose();
  }

  #listen(listener: (message: unknown) => void, most: number): void {
    this.#listener = listener;
    for (let given = 0; given < most && this.#waiting.length > 0; given++) listener(this.#waiting.shift());
  }

  #take(chunk: Buffer): void {
    if (this.#end !== undefined) return;
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held >= header && this.#end === undefined) {
      const length = this.#peekLength();
      if (length > this.#limits.frame)
        return this.close(`a message of ${length} bytes came; ${this.#limits.frame} are allowed`);
      if (this.#held < header + length) return;
      const all =
        this.#chunks.length === 1 && this.#chunks[0] !== undefined ? this.#chunks[0] : Buffer.concat(this.#chunks);
      const rest = all.subarray(header + length);
      this.#chunks = rest.length === 0 ? [] : [rest];
      this.#held = rest.length;
      this.#deliver(all.subarray(header, header + length));
    }
  }

  #peekLength(): number {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= header) return first.readUInt32BE();
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]?.readUInt32BE() ?? 0;
  }

  #deliver(body: Buffer): void {
    let message: unknown;
    try {
      message = JSON.parse(body.toString('utf8'));
    } catch {
      return this.close('the data received is not a message');
    }
    if (this.#listener !== undefined) this.#listener(message);
    else if (this.#waiting.push(message) > 16) this.close('more messages came than were expected');
  }
}
