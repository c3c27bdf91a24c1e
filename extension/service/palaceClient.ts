import {
  CancellationTokenSource,
  ConnectionError,
  ErrorCodes,
  ResponseError,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import * as z from 'zod';
import { minuteMs } from '../base/time.ts';
import { asReason, errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { schemaProblem } from '../palace/model/errors/schemaProblem.ts';
import type { MineProgress } from '../palace/contract/filing/mineProgress.ts';
import { palaceCall, type CallOptions, type PalaceMethod } from '../palace/contract/palaceApi.ts';
import { hookEventSchema, type HookEvent } from '../palace/contract/hookSchemas.ts';
import { ownerEventSchema, type OwnerEvent } from '../palace/contract/ownerEvents.ts';
import { whileOwnerLives, type WatchOwner } from './ownership/ownerWatch.ts';
import { callRequest, eventNotification, progressNotification, progressSchema } from './wire/rpcMessages.ts';
import { errorDataSchema, fromWireError } from './wire/wireError.ts';

/** Milliseconds from a call's last report of progress; calls that always report it have no limit while their owner lives. */
const callLimit = minuteMs;

const eventSchema = z.union([ownerEventSchema, hookEventSchema]);

/** Makes one call of the palace's API. Rejects with `PalaceError`: E_OWNER_GONE if the owner ended before it answered. */
export type CallPalace = (method: PalaceMethod, params: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * The palace as a client sees it. `whyGone` returns why the owner ended, once it has. `watch` watches an owner in another process
 * while a call waits for it, whatever the call: it fails with E_PALACE_IN_USE if that process is stopped.
 */
export const palaceClient = (
  connection: MessageConnection,
  onEvent: (event: OwnerEvent | HookEvent) => void,
  whyGone: () => string,
  watch?: WatchOwner,
): CallPalace => {
  let lastCall = 0;
  const listeners = new Map<number, (progress: MineProgress) => void>();
  connection.onNotification(progressNotification, (message) => {
    const { data } = progressSchema.safeParse(message);
    if (data !== undefined) listeners.get(data.call)?.(data.progress);
  });
  connection.onNotification(eventNotification, (message) => {
    const { data } = eventSchema.safeParse(message);
    if (data !== undefined) onEvent(data);
  });
  connection.listen();

  return async (method, params, { signal, onProgress, request } = {}) => {
    if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', 'The call was cancelled.');
    const { result, progress } = await palaceCall(method);
    const call = ++lastCall;
    const cancellation = new CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    let limit: NodeJS.Timeout | undefined;
    listeners.set(call, (told) => {
      limit?.refresh();
      onProgress?.(told);
    });
    try {
      const answer = connection.sendRequest(
        callRequest,
        { method, call, params, ...(request === undefined ? {} : { request }) },
        cancellation.token,
      );
      const timeout = new Promise<never>((_, reject) => {
        if (progress !== undefined) return;
        limit = setTimeout(() => {
          cancel();
          reject(late(method));
        }, callLimit);
      });
      const first = Promise.race([answer, timeout]);
      const found = await (watch === undefined
        ? first
        : whileOwnerLives((tell) => watch((why) => (cancel(), tell(why))), first));
      const parsed = result.safeParse(found);
      if (!parsed.success) throw unexpected(method, schemaProblem(parsed.error, found), parsed.error);
      return parsed.data;
    } catch (error) {
      throw fromWire(error, method, whyGone);
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', cancel);
      listeners.delete(call);
    }
  };
};

const fromWire = (error: unknown, method: PalaceMethod, whyGone: () => string): PalaceError => {
  if (error instanceof ResponseError) {
    const data = errorDataSchema.safeParse(error.data);
    if (data.success) return fromWireError({ ...data.data, message: error.message });
    if (error.code === ErrorCodes.PendingResponseRejected) return gone(method, whyGone());
  }
  // The connection ended before the call was sent.
  if (error instanceof ConnectionError) return gone(method, whyGone());
  return PalaceError.from(error);
};

const unexpected = (method: PalaceMethod, problem: string, cause: unknown): PalaceError =>
  new PalaceError('E_MESSAGE', errorText`${method}: an answer of unexpected form: ${asReason(problem)}.`, {
    cause,
  });

const late = (method: PalaceMethod): PalaceError =>
  new PalaceError('E_TIMEOUT', errorText`The palace did not answer ${method} within ${callLimit / 1000} s.`);

const gone = (method: PalaceMethod, why: string): PalaceError =>
  new PalaceError('E_OWNER_GONE', errorText`The palace's owner ended during ${method} (${asReason(why)}).`);
