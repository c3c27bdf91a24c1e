import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Emitter } from '../base/emitter.ts';
import { raceAbort } from '../base/raceAbort.ts';
import { errorText } from '../palace/model/errorText.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { palaceApi, type CallOptions, type PalaceApi, type PalaceMethod } from '../palace/contract/palaceApi.ts';
import { findOwner } from './findOwner.ts';
import type { ConnectOptions, PalaceConnection, PalaceEvent } from './palaceConnection.ts';
import type { PalaceLink } from './palaceLink.ts';

/** Owners that may end during one call: a call that ends its owner must not end all that come after. */
const mostAttempts = 10;
/** Milliseconds that a way to the palace must have lasted to be replaced before the next call asks for it. */
const shortLived = 2_000;
/** Milliseconds in which an owner that is ending does so. */
const endingLimit = 30_000;

/**
 * Opens the palace: joins the process that has it, else opens it in a worker of this one, where others join. Should the owner
 * end, another takes its place, this process perhaps, and calls under way are made again. Rejects with E_PALACE_IN_USE (its
 * owner can't be joined), E_PROTOCOL_VERSION, E_PALACE_NEWER, E_FOLDER_UNREADABLE and the store's errors.
 */
export const connectPalace = async (options: ConnectOptions): Promise<PalaceConnection> => {
  const events = new Emitter<PalaceEvent>();
  const emit = (event: PalaceEvent): void => events.fire(event);
  const closing = new AbortController();
  let current: Promise<PalaceLink> | undefined;
  let hadPalace = false;

  const find = async (): Promise<PalaceLink> => {
    if (hadPalace && !existsSync(path.join(options.folder, 'palace.sqlite')))
      throw new PalaceError(
        'E_PALACE_NOT_FOUND',
        errorText`The palace in ${options.folder} is gone: it was deleted or moved.`,
        { remedy: 'Mine the workspace to make a new one.' },
      );
    const link = await findOwner(options, emit, closing.signal);
    hadPalace = true;
    return link;
  };
  const way = (): Promise<PalaceLink> => {
    if (closing.signal.aborted)
      return Promise.reject(new PalaceError('E_OWNER_GONE', 'The palace has been closed.'));
    if (current !== undefined) return current;
    const found = find();
    current = found;
    const forget = (): void => {
      if (current === found) current = undefined;
    };
    found.then((link) => {
      const since = Date.now();
      return link.ended.then((reason) => {
        forget();
        if (closing.signal.aborted) return;
        emit({ kind: 'gone', reason });
        if (Date.now() - since > shortLived) void goOn();
      });
    }, forget);
    return found;
  };
  /** Finds the next owner without being asked, so that whoever only listens goes on hearing of changes. */
  const goOn = (): Promise<void> =>
    way().then(
      ({ revision }) => emit({ kind: 'changed', revision }),
      (thrown: unknown) => {
        if (!closing.signal.aborted) emit({ kind: 'gone', reason: PalaceError.from(thrown).message });
      },
    );

  await way();
  const callMethod = async (method: PalaceMethod, params: unknown, given: CallOptions = {}): Promise<unknown> => {
    const callOptions: CallOptions =
      palaceApi[method].again === 'once' ? { request: randomUUID(), ...given } : given;
    for (let attempt = 1; ; attempt++) {
      const link = await unlessAborted(way(), method, given.signal);
      try {
        return await link.call(method, params, callOptions);
      } catch (thrown) {
        const error = PalaceError.from(thrown);
        if (error.code !== 'E_OWNER_GONE' || attempt === mostAttempts) throw error;
        if (closing.signal.aborted)
          throw new PalaceError('E_CANCELLED', errorText`${method} was stopped: the palace was closed here.`);
        // It says so itself when it is about to end; one that goes on has lost its palace.
        await unlessAborted(
          Promise.race([
            link.ended,
            pause(endingLimit, undefined, { ref: false }).then(() => Promise.reject(error)),
          ]),
          method,
          given.signal,
        );
      }
    }
  };
  return {
    folder: options.folder,
    api: Object.fromEntries(
      (Object.keys(palaceApi) as PalaceMethod[]).map((method) => [
        method,
        (params: unknown, callOptions?: CallOptions) => callMethod(method, params, callOptions),
      ]),
    ) as unknown as PalaceApi,
    onEvent: (listener) => events.event(listener),
    async close() {
      closing.abort();
      const running = current;
      current = undefined;
      await running?.then(
        (link) => link.close(),
        () => undefined,
      );
    },
  };
};

const unlessAborted = <T>(
  promise: Promise<T>,
  method: PalaceMethod,
  signal: AbortSignal | undefined,
): Promise<T> =>
  raceAbort(promise, signal, () => {
    throw new PalaceError('E_CANCELLED', errorText`${method} was cancelled.`);
  });
