import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  NotificationType,
  NotificationType0,
  RequestType,
  type Disposable,
  type Message,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import * as z from 'zod';
import { hookNames } from '../../palace/contract/hookNames.ts';
import { mineProgressSchema } from '../../palace/contract/filing/mineProgress.ts';
import { palaceMethods } from '../../palace/contract/palaceApi.ts';
import type { FrameChannel } from '../socket/frameChannel.ts';

/** The messages of the typed RPC between a palace's owner and its clients. Each side validates what it receives. */

export const requestSchema = z.object({
  call: z.number().int(),
  params: z.unknown(),
  method: z.enum(palaceMethods),
  /** ID of a call that must take effect only once, however often it is sent. */
  request: z.uuid().optional(),
});
/** Names of pipeline hooks; ones that only a newer client knows are left out. */
export const hooksSchema = z.object({
  names: z.array(z.string()).transform((names) => hookNames.filter((name) => names.includes(name))),
});
export const progressSchema = z.object({ call: z.number().int(), progress: mineProgressSchema });

export const callRequest = new RequestType<unknown, unknown, unknown>('palace/call');
export const progressNotification = new NotificationType<unknown>('palace/progress');
export const eventNotification = new NotificationType<unknown>('palace/event');
/** Tells the owner which pipeline hooks this client has registered. */
export const wantedHooksNotification = new NotificationType<unknown>('palace/hooks');
/** Asks the owner to finish its writes, close the palace and end. Only the process that it runs in may ask. */
export const closeNotification = new NotificationType0('palace/close');

/** Ignores failures: the other side, if it is gone, misses the message, with no other effect. */
export const notify = (connection: MessageConnection, type: NotificationType<unknown>, message: unknown): void => {
  try {
    connection.sendNotification(type, message).catch(() => undefined);
  } catch {
    // The connection has ended already.
  }
};

class ChannelReader extends AbstractMessageReader {
  readonly #channel: FrameChannel;

  constructor(channel: FrameChannel) {
    super();
    this.#channel = channel;
    channel.onEnd(() => this.fireClose());
  }

  listen(callback: (message: Message) => void): Disposable {
    // The connection checks what kind of message it is and refuses anything else.
    this.#channel.listen((message) => callback(message as Message));
    return { dispose: () => undefined };
  }
}

class ChannelWriter extends AbstractMessageWriter {
  readonly #channel: FrameChannel;

  constructor(channel: FrameChannel) {
    super();
    this.#channel = channel;
  }

  async write(message: Message): Promise<void> {
    this.#channel.send(message);
  }

  end(): void {
    this.#channel.close('the connection was closed');
  }
}

/** JSON-RPC over a channel after its handshake. */
export const channelConnection = (channel: FrameChannel): MessageConnection =>
  createMessageConnection(new ChannelReader(channel), new ChannelWriter(channel));
