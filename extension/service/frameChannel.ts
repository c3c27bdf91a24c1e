import type { Socket } from 'node:net';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { PalaceError } from '../palace/model/palaceError.ts';

/**
 * Messages over a stream: a length (4 bytes, big-endian) and as many bytes of JSON. What does not keep to that, or is longer
 * than allowed, ends the connection. So does a peer that takes nothing off its queue.
 */

export interface ChannelLimits {
  /** Bytes of a message from the other side at most. */
  readonly frame: number;
  /** Bytes that may wait for the other side to take them. */
  readonly queue: number;
  /** Milliseconds in which the other side takes none of what waits for it. */
  readonly stuck: number;
}

const mebibyte = 1024 * 1024;
/** For a connection that has proven nothing yet; its one message brings the profiles of its settings. */
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
      if (socket.writableLength > 0) this.close('the other side takes nothing of what waits for it');
    });
    socket.setTimeout(limits.stuck);
  }

  /** Called once, at once if it has ended already. */
  onEnd(listener: (reason: PalaceError) => void): Disposable {
    if (this.#end === undefined) return this.#ended.event(listener);
    listener(this.#end);
    return { dispose: () => undefined };
  }

  allow(limits: ChannelLimits): void {
    this.#limits = limits;
    this.#socket.setTimeout(limits.stuck);
  }

  /** The next message; rejects when the connection ends before. To be used before {@link listen} only. */
  next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // A message that waits already is given at once, before the end is listened for.
      let held: Disposable = { dispose: () => undefined };
      this.#listen((message) => {
        this.#listener = undefined;
        held.dispose();
        resolve(message);
      }, 1);
      held = this.onEnd(reject);
    });
  }

  /** Gives every message from now on. */
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
      this.close('the other side takes too little of what waits for it');
  }

  /** Sends what waits, then closes; resolves when that is done, or after a second. */
  async finish(): Promise<void> {
    if (this.#end !== undefined) return;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 1_000).unref();
      this.#socket.end(() => resolve());
    });
    this.close('the connection was closed');
  }

  /** At once. */
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
      return this.close('what came is not a message');
    }
    if (this.#listener !== undefined) this.#listener(message);
    else if (this.#waiting.push(message) > 16) this.close('more came than was asked for');
  }
}
