import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Emitter } from '../base/emitter.ts';
import { raceAbort } from '../base/async/raceAbort.ts';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { palaceCall, palaceMethods, type CallOptions, type PalaceApi } from '../palace/contract/palaceApi.ts';
import { recordEditorProfiles, recordEditorSettings } from './palaceConfig.ts';
import { clientHooks } from './clientHooks.ts';
import { OwnerLinks } from './ownerLinks.ts';
import type { CallPalace } from './palaceClient.ts';
import type { ConnectOptions, PalaceConnection, PalaceEvent } from './palaceConnection.ts';
import type { LinkEvent } from './palaceLink.ts';

/** Attempts per call: a call that crashes its owner must not crash every owner after it. */
const mostAttempts = 10;
/** Milliseconds to wait for an ending owner to end. */
const endingLimit = 30_000;

/**
 * Opens the palace. Joins the process that owns it; if there is none, opens it in a worker of this process, which others can
 * join. If the owner ends, another process, perhaps this one, takes its place, and calls under way are repeated. Rejects with
 * E_PALACE_IN_USE (the owner can't be joined), E_PROTOCOL_VERSION, E_PALACE_NEWER, E_FOLDER_UNREADABLE and the store's errors.
 */
export const connectPalace = async (options: ConnectOptions): Promise<PalaceConnection> => {
  const events = new Emitter<PalaceEvent>();
  const hooks = clientHooks((message) => events.fire({ kind: 'log', level: 'warn', message }));
  const emit = (event: LinkEvent): void => (event.kind === 'hook' ? hooks.take(event) : events.fire(event));
  const links = new OwnerLinks(options, hooks, emit);
  await links.link();
  shareSettings(options, emit);
  const call = callThrough(links);
  return {
    folder: options.folder,
    api: Object.fromEntries(
      palaceMethods.map((method) => [
        method,
        (params: unknown, callOptions?: CallOptions) => call(method, params, callOptions),
      ]),
    ) as unknown as PalaceApi,
    onEvent: (listener) => events.event(listener),
    registerHook: (name, hook) => hooks.register(name, hook),
    close: () => links.close(),
  };
};

/** Calls the palace's owner, and the next one if an owner ends under the call. */
const callThrough =
  (links: OwnerLinks): CallPalace =>
  async (method, params, given = {}) => {
    const options: CallOptions =
      (await palaceCall(method)).again === 'once' ? { request: randomUUID(), ...given } : given;
    for (let attempt = 1; ; attempt++) {
      const link = await unlessAborted(links.link(), given.signal);
      try {
        return await link.call(method, params, options);
      } catch (thrown) {
        const error = PalaceError.from(thrown);
        if (error.code !== 'E_OWNER_GONE' || attempt === mostAttempts) throw error;
        if (links.isClosed)
          throw new PalaceError('E_CANCELLED', errorText`${method} was stopped: the palace was closed here.`);
        // An owner that is about to end refuses calls this way. So does one that lost its palace: it doesn't end, and the call fails.
        await unlessAborted(
          Promise.race([
            link.ended,
            pause(endingLimit, undefined, { ref: false }).then(() => Promise.reject(error)),
          ]),
          given.signal,
        );
      } finally {
        if (link.isForOneCall === true) links.leave(link);
      }
    }
  };

/** A palace that can't be written keeps its settings. */
const shareSettings = (
  { folder, settings, profileLayers }: ConnectOptions,
  emit: (event: PalaceEvent) => void,
): void => {
  if (settings === undefined) return;
  try {
    recordEditorSettings(folder, settings);
    recordEditorProfiles(folder, profileLayers ?? []);
  } catch (thrown) {
    emit({ kind: 'log', level: 'info', message: `The settings could not be shared: ${String(thrown)}` });
  }
};

const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  raceAbort(promise, signal, () => {
    throw new PalaceError('E_CANCELLED', 'The call was cancelled.');
  });
