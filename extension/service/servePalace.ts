import { ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import * as z from 'zod';
import type { Caller } from '../palace/contract/caller.ts';
import { errorText } from '../palace/model/errorText.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { palaceApi, type CallOptions, type PalaceApi } from '../palace/contract/palaceApi.ts';
import type { OpenCalls } from './openCalls.ts';
import type { OwnerEvent } from '../palace/contract/ownerEvents.ts';
import { callRequest, eventNotification, progressNotification, requestSchema } from './rpcMessages.ts';
import { errorData } from './wireError.ts';

const asResponseError = (thrown: unknown): ResponseError<unknown> => {
  const error = PalaceError.from(thrown);
  return new ResponseError(ErrorCodes.InternalError, error.message, errorData(error));
};

/** Serves a palace to one client until the connection ends, which aborts its calls. Returns a function that sends it events. */
export const servePalace = (
  connection: MessageConnection,
  palace: PalaceApi,
  caller: Caller,
  calls: OpenCalls,
): ((event: OwnerEvent) => void) => {
  const gone = new AbortController();
  connection.onRequest(callRequest, async (message, token) => {
    const request = requestSchema.safeParse(message);
    if (!request.success)
      return asResponseError(
        new PalaceError('E_MESSAGE', errorText`Refused a call: ${z.prettifyError(request.error)}`),
      );
    const { method, call, request: id } = request.data;
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    token.onCancellationRequested(stop);
    gone.signal.addEventListener('abort', stop, { once: true });
    const options: CallOptions = {
      signal: abort.signal,
      caller,
      ...(id === undefined ? {} : { request: id }),
      onProgress: (progress) => tell(() => connection.sendNotification(progressNotification, { call, progress })),
    };
    const params = palaceApi[method].params.safeParse(request.data.params);
    if (!params.success)
      return asResponseError(new PalaceError('E_MESSAGE', errorText`${method}: ${z.prettifyError(params.error)}`));
    try {
      const run = palace[method] as (params: unknown, options: CallOptions) => Promise<unknown>;
      return await calls.run(method, abort, () => run(params.data, options));
    } catch (error) {
      return asResponseError(error);
    } finally {
      gone.signal.removeEventListener('abort', stop);
    }
  });
  connection.onClose(() => gone.abort());
  connection.listen();
  return (event) => tell(() => connection.sendNotification(eventNotification, event));
};

/** Ignores failures: a client that is gone misses its messages, with no other effect. */
const tell = (send: () => Promise<void>): void => {
  try {
    send().catch(() => undefined);
  } catch {
    // The connection has ended already.
  }
};
