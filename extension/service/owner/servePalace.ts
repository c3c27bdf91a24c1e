import { ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import type { Caller } from '../../palace/contract/caller.ts';
import { asReason, errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { schemaProblem } from '../../palace/model/errors/schemaProblem.ts';
import { palaceCall, type CallOptions, type PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { PipelineHooks } from '../../palace/retrieval/query/pipelineHooks.ts';
import type { OpenCalls } from './openCalls.ts';
import type { OwnerEvent } from '../../palace/contract/ownerEvents.ts';
import {
  callRequest,
  eventNotification,
  notify,
  progressNotification,
  requestSchema,
} from '../wire/rpcMessages.ts';
import { serveHooks } from './serveHooks.ts';
import { errorData } from '../wire/wireError.ts';

/** An open palace, as its clients' connections see it. */
export interface ServedPalace {
  readonly api: PalaceApi;
  readonly hooks: Pick<PipelineHooks, 'listen'>;
  readonly revision: () => number;
}

const asResponseError = (thrown: unknown): ResponseError<unknown> => {
  const error = PalaceError.from(thrown);
  return new ResponseError(ErrorCodes.InternalError, error.message, errorData(error));
};

/** Serves a palace to one client until the connection ends, which aborts its calls. Returns a function that sends it events. */
export const servePalace = (
  connection: MessageConnection,
  { api, hooks }: Pick<ServedPalace, 'api' | 'hooks'>,
  caller: Caller,
  calls: OpenCalls,
): ((event: OwnerEvent) => void) => {
  const running = new Set<AbortController>();
  serveHooks(connection, hooks);
  connection.onRequest(callRequest, async (message, token) => {
    const request = requestSchema.safeParse(message);
    if (!request.success)
      return asResponseError(
        new PalaceError(
          'E_MESSAGE',
          errorText`Refused a call: ${asReason(schemaProblem(request.error, message))}.`,
        ),
      );
    const { method, call, request: id } = request.data;
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    running.add(abort);
    const options: CallOptions = {
      signal: abort.signal,
      caller,
      ...(id === undefined ? {} : { request: id }),
      onProgress: (progress) => notify(connection, progressNotification, { call, progress }),
    };
    const run = async (): Promise<unknown> => {
      const params = (await palaceCall(method)).params.safeParse(request.data.params);
      if (!params.success)
        throw new PalaceError(
          'E_MESSAGE',
          errorText`${method}: ${asReason(schemaProblem(params.error, request.data.params))}.`,
        );
      return (api[method] as (params: unknown, options: CallOptions) => Promise<unknown>)(params.data, options);
    };
    try {
      return await calls.run(method, abort, run);
    } catch (error) {
      return asResponseError(error);
    } finally {
      running.delete(abort);
    }
  });
  connection.onClose(() => {
    for (const abort of running) abort.abort();
  });
  connection.listen();
  return (event) => notify(connection, eventNotification, event);
};
