import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CancelledNotificationSchema,
  ErrorCode,
  isJSONRPCRequest,
  RequestIdSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { ErrorCode as PalaceErrorCode } from '../../palace/model/errors/palaceError.ts';
import { readClientMessage, type RefusedMessage } from './clientMessage.ts';
import { withIdForClient, withIdForSdk } from './idsOfRequests.ts';

/** Maximum bytes of one message: far more than any tool accepts. */
const longestLine = 4 * 1024 * 1024;
/** Milliseconds for which calls are still answered once the input has ended. */
const answersFor = 60_000;
const newline = 0x0a;
/** Bytes kept of both ends of an overlong message, where clients write its ID. */
const endBytes = 1024;

/**
 * JSON-RPC messages, one per line. The SDK's own transport fails on a line that is too long and does not answer a line that is
 * not a message. Here each such line gets a coded error, and reading continues with the next line. When the input ends, the calls
 * that were read are answered before the transport closes, so that a program may write all it has and close its end.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  #pieces: Buffer[] = [];
  #length = 0;
  /** The beginning and the latest end of an overlong line, which is not kept otherwise. */
  #overlong: { readonly head: Buffer; tail: Buffer } | null = null;
  #closed = false;
  /** How many of the other side's requests have no answer yet, by ID: one that gives an ID twice waits for two answers. */
  readonly #open = new Map<RequestId, number>();
  /** What this side has asked and was not told yet. */
  readonly #asked = new Set<RequestId>();
  #hasEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.once('end', this.#end);
    this.#input.once('close', () => {
      if (!this.#hasEnded) void this.close();
    });
    this.#input.once('error', () => void this.close());
    // A client that no longer reads is gone.
    this.#output.on('error', () => void this.close());
    this.#output.on('drain', () => {
      if (!this.#closed) this.#input.resume();
    });
    return Promise.resolve();
  }

  async send(sent: JSONRPCMessage): Promise<void> {
    const message = withIdForClient(sent);
    await this.#write(message);
    if (isJSONRPCRequest(message)) {
      this.#asked.add(message.id);
      if (this.#hasEnded) this.#answerAsked();
    } else if ('id' in message && message.id !== undefined) this.#settle(message.id);
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#input.off('data', this.#read);
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #end = (): void => {
    // Some programs don't end their last line.
    this.#endLine();
    this.#hasEnded = true;
    this.#answerAsked();
    if (this.#open.size === 0) void this.close();
    else setTimeout(() => void this.close(), answersFor).unref();
  };

  /** Nobody can answer what this side asks any more, and calls may wait for it. */
  #answerAsked(): void {
    for (const id of this.#asked)
      this.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: ErrorCode.ConnectionClosed, message: 'The input has ended.' },
      });
    this.#asked.clear();
  }

  /** A request has its answer, or was cancelled and gets none. */
  #settle(id: RequestId): void {
    const left = (this.#open.get(id) ?? 0) - 1;
    if (left > 0) this.#open.set(id, left);
    else this.#open.delete(id);
    if (this.#hasEnded && this.#open.size === 0) void this.close();
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#take(chunk.subarray(start, end));
      start = end + 1;
      this.#endLine();
    }
    this.#take(chunk.subarray(start));
  };

  #endLine(): void {
    if (this.#refuseOverlong()) return;
    // Some programs begin their output with a byte order mark.
    const line = Buffer.concat(this.#pieces)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    this.#drop();
    if (line.trim() !== '') this.#receive(line);
  }

  #take(piece: Buffer): void {
    if (this.#overlong !== null) {
      this.#overlong.tail = Buffer.concat([this.#overlong.tail, piece.subarray(-endBytes)]).subarray(-endBytes);
      return;
    }
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length <= longestLine) return;
    const all = Buffer.concat(this.#pieces);
    // Copies, so that the message itself is let go.
    this.#overlong = { head: Buffer.from(all.subarray(0, endBytes)), tail: Buffer.from(all.subarray(-endBytes)) };
    this.#drop();
  }

  /** Answers an overlong line once it has ended, under its ID if that is at one of its ends. */
  #refuseOverlong(): boolean {
    if (this.#overlong === null) return false;
    const { head, tail } = this.#overlong;
    this.#overlong = null;
    this.#refuse({
      id: idAtEnds(head.toString('utf8'), tail.toString('utf8')),
      code: ErrorCode.InvalidRequest,
      message: `A message of over ${longestLine} bytes was not read.`,
      remedy: 'Send less at once.',
    });
    return true;
  }

  #drop(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  #receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (thrown) {
      this.#refuse({
        code: ErrorCode.ParseError,
        message: `A line is not JSON: ${String(thrown).slice(0, 200)}`,
        remedy: 'Send one JSON-RPC message a line.',
      });
      return;
    }
    // A revision of the protocol has batches. Each of their messages is answered for itself.
    for (const one of Array.isArray(value) && value.length > 0 ? value : [value]) {
      const read = readClientMessage(one);
      if ('refused' in read) this.#refuse(read.refused);
      else this.#pass(read.message);
    }
  }

  #pass(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#open.set(message.id, (this.#open.get(message.id) ?? 0) + 1);
    else if ('id' in message && message.id !== undefined) this.#asked.delete(message.id);
    this.onmessage?.(withIdForSdk(message));
    const cancelled = CancelledNotificationSchema.safeParse(message).data?.params.requestId;
    if (cancelled !== undefined) this.#settle(cancelled);
  }

  #refuse({ id, code, message, remedy, isNotification }: RefusedMessage): void {
    this.onerror?.(new Error(message));
    if (isNotification === true) return;
    void this.#write({
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id }),
      error: { code, message, data: { code: 'E_MESSAGE' satisfies PalaceErrorCode, remedy } },
    });
  }

  #write(message: JSONRPCMessage): Promise<void> {
    if (this.#closed || !this.#output.writable) return Promise.resolve();
    return new Promise((resolve) => {
      // A client that keeps asking without reading the answers would fill the memory with them.
      if (!this.#output.write(`${JSON.stringify(message)}\n`, () => resolve())) this.#input.pause();
    });
  }
}

const idValue = String.raw`("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const idFirst = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?"id"\s*:\s*${idValue}\s*[,}]`);
/** A field directly before the last brace belongs to the message itself. */
const idLast = new RegExp(String.raw`[,{]\s*"id"\s*:\s*${idValue}\s*(?:,\s*${version}\s*)?\}\s*$`);

/** The ID of a message of which only the two ends are known, if it is the first or last of its fields. */
const idAtEnds = (head: string, tail: string): RequestId | undefined => {
  const written = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1];
  return written === undefined ? undefined : RequestIdSchema.safeParse(JSON.parse(written)).data;
};
