import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Emitter } from '../base/emitter.ts';
import { raceAbort } from '../base/raceAbort.ts';
import { errorText } from '../palace/model/errorText.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import {
  palaceCall,
  palaceMethods,
  type CallOptions,
  type PalaceApi,
  type PalaceMethod,
} from '../palace/contract/palaceApi.ts';
import { recordEditorProfiles, recordEditorSettings } from './palaceConfig.ts';
import { clientHooks } from './clientHooks.ts';
import { findOwner } from './findOwner.ts';
import { hasPalace } from './palaceLocation.ts';
import type { ConnectOptions, PalaceConnection, PalaceEvent } from './palaceConnection.ts';
import type { LinkEvent, PalaceLink } from './palaceLink.ts';

/** Attempts per call: a call that crashes its owner must not crash every owner after it. */
const mostAttempts = 10;
/** Milliseconds. A link that lasted no longer than this is replaced only when the next call needs one. */
const shortLived = 2_000;
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
  const closing = new AbortController();
  let current: Promise<PalaceLink> | undefined;
  let hadPalace = false;

  const find = async (): Promise<PalaceLink> => {
    if (hadPalace && !hasPalace(options.folder))
      throw new PalaceError(
        'E_PALACE_NOT_FOUND',
        errorText`The palace in ${options.folder} is gone: it was deleted or moved.`,
        { remedy: 'Mine the workspace to make a new one.' },
      );
    const link = await findOwner(options, emit, closing.signal);
    hadPalace = true;
    hooks.follow(link);
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
      const since = performance.now();
      return link.ended.then((reason) => {
        forget();
        if (closing.signal.aborted) return;
        emit({ kind: 'gone', reason });
        if (performance.now() - since > shortLived) void goOn();
      });
    }, forget);
    return found;
  };
  /** Finds the next owner before any call needs it, so that clients that only listen still get change events. */
  const goOn = (): Promise<void> =>
    way().then(
      ({ revision }) => emit({ kind: 'changed', revision }),
      (thrown: unknown) => {
        if (!closing.signal.aborted) emit({ kind: 'gone', reason: PalaceError.from(thrown).message });
      },
    );

  await way();
  shareSettings(options, emit);
  const callMethod = async (method: PalaceMethod, params: unknown, given: CallOptions = {}): Promise<unknown> => {
    const callOptions: CallOptions =
      (await palaceCall(method)).again === 'once' ? { request: randomUUID(), ...given } : given;
    for (let attempt = 1; ; attempt++) {
      const link = await unlessAborted(way(), method, given.signal);
      try {
        return await link.call(method, params, callOptions);
      } catch (thrown) {
        const error = PalaceError.from(thrown);
        if (error.code !== 'E_OWNER_GONE' || attempt === mostAttempts) throw error;
        if (closing.signal.aborted)
          throw new PalaceError('E_CANCELLED', errorText`${method} was stopped: the palace was closed here.`);
        // An owner that is about to end refuses calls this way. So does one that lost its palace: it doesn't end, and the call fails.
        await unlessAborted(
          Promise.race([
            link.ended,
            pause(endingLimit, undefined, { ref: false }).then(() => Promise.reject(error)),
          ]),
          method,
          given.signal,
        );
      } finally {
        if (link.isForOneCall === true) {
          current = undefined;
          void link.close();
        }
      }
    }
  };
  return {
    folder: options.folder,
    api: Object.fromEntries(
      palaceMethods.map((method) => [
        method,
        (params: unknown, callOptions?: CallOptions) => callMethod(method, params, callOptions),
      ]),
    ) as unknown as PalaceApi,
    onEvent: (listener) => events.event(listener),
    registerHook: (name, hook) => hooks.register(name, hook),
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

const unlessAborted = <T>(
  promise: Promise<T>,
  method: PalaceMethod,
  signal: AbortSignal | undefined,
): Promise<T> =>
  raceAbort(promise, signal, () => {
    throw new PalaceError('E_CANCELLED', errorText`${method} was cancelled.`);
  });
