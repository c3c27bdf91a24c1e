import { connect, type Socket } from 'node:net';
import { isErrno } from '../base/files/errno.ts';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { callerOf } from './callerOf.ts';
import { FrameChannel, ownerLimits, strangerLimits } from './socket/frameChannel.ts';
import { greetOwner } from './wire/handshake.ts';
import type { OwnerNote } from './ownership/ownerNote.ts';
import { watchOwner, whileOwnerLives, type WatchOwner } from './ownership/ownerWatch.ts';
import { readToken } from './socket/ownerToken.ts';
import { palaceClient } from './palaceClient.ts';
import type { ConnectOptions } from './palaceConnection.ts';
import type { LinkEvent, PalaceLink } from './palaceLink.ts';
import { channelConnection, notify, wantedHooksNotification } from './wire/rpcMessages.ts';

/**
 * Becomes a client of the owner that a note names. Resolves with null if nobody listens there. Throws
 * E_PROTOCOL_VERSION, E_NOT_ALLOWED, E_OWNER_GONE (the owner ended meanwhile), E_TIMEOUT, E_PALACE_IN_USE (its process is
 * stopped), and the owner's error if it could not open the palace.
 */
export const joinOwner = async (
  owner: OwnerNote & { readonly socket: string },
  options: ConnectOptions,
  emit: (event: LinkEvent) => void,
): Promise<PalaceLink | null> => {
  const stream = await dial(owner.socket);
  if (stream === null) return null;
  const watch: WatchOwner = (tell) => watchOwner(options.folder, owner, tell);
  const channel = new FrameChannel(stream, strangerLimits);
  let revision: number;
  try {
    revision = await whileOwnerLives(
      watch,
      greetOwner(channel, await readToken(options.folder), callerOf(options)),
    );
  } catch (thrown) {
    channel.close('the owner was not joined');
    throw thrown;
  }
  channel.allow(ownerLimits);
  const connection = channelConnection(channel);
  let reason = '';
  const ended = new Promise<string>((resolve) =>
    channel.onEnd((error) => {
      reason = error.message;
      connection.dispose();
      resolve(reason);
    }),
  );
  return {
    call: palaceClient(connection, emit, () => reason, watch),
    wantHooks: (names) => notify(connection, wantedHooksNotification, { names }),
    isOwn: false,
    revision,
    ended,
    close: () => channel.finish(),
  };
};

/** Null if nobody listens. Throws E_NOT_ALLOWED if this user may not connect. */
const dial = (socket: string): Promise<Socket | null> =>
  new Promise((resolve, reject) => {
    const stream = connect(socket);
    stream.once('connect', () => {
      stream.removeAllListeners('error');
      resolve(stream);
    });
    stream.once('error', (error) => {
      if (!isErrno(error, 'EACCES', 'EPERM')) resolve(null);
      else
        reject(
          new PalaceError(
            'E_NOT_ALLOWED',
            errorText`The palace is open in a program of another user (${socket}).`,
            {
              cause: error,
            },
          ),
        );
    });
  });
