import { CancellationTokenSource, ErrorCodes, NotificationType, NotificationType0, RequestType, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import * as z from 'zod';
import { errorTable, PalaceError, type ErrorCode } from '../palace/model/palaceError.ts';
import { mineProgressSchema, type MineProgress } from '../palace/model/mineProgress.ts';
import { palaceApi, type CallOptions, type PalaceApi, type PalaceMethod } from '../palace/palaceApi.ts';
import type { PalaceEvent } from './palaceConnection.ts';

/** The typed RPC between a palace's owner and its clients, derived from the table of calls; both sides parse everything. */

const errorDataSchema = z.object({ code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errorTable, code)), remedy: z.string() });
const callSchema = z.object({ call: z.number().int(), params: z.unknown() });
const progressSchema = z.object({ call: z.number().int(), progress: mineProgressSchema });
const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), revision: z.number().int() }),
  z.object({ kind: z.literal('progress'), progress: mineProgressSchema.nullable() }),
  z.object({ kind: z.literal('log'), level: z.enum(['trace', 'debug', 'info', 'warn', 'error']), message: z.string() }),
  z.object({ kind: z.literal('gone'), reason: z.string() }),
]);

const callRequest = new RequestType<unknown, unknown, unknown>('palace/call');
const progressNotification = new NotificationType<unknown>('palace/progress');
const eventNotification = new NotificationType<unknown>('palace/event');

/** Asks the owner to let its writes finish, close the palace and end. */
export const closeNotification = new NotificationType0('palace/close');

/** Milliseconds; calls that report progress have no limit of their own. */
const callLimit = 60_000;

const methodSchema = z.custom<PalaceMethod>((name) => typeof name === 'string' && Object.hasOwn(palaceApi, name));
const requestSchema = callSchema.extend({ method: methodSchema });

const asResponseError = (thrown: unknown): ResponseError<unknown> => {
  const error = PalaceError.from(thrown);
  return new ResponseError(ErrorCodes.InternalError, error.message, { code: error.code, remedy: error.remedy });
};

/** Serves a palace over a connection until the other side asks to close. Returns a function that sends events there. */
export const servePalace = (connection: MessageConnection, palace: PalaceApi, close: () => void): ((event: PalaceEvent) => void) => {
  connection.onRequest(callRequest, async (message, token) => {
    const request = requestSchema.safeParse(message);
    if (!request.success) return asResponseError(new PalaceError('E_MESSAGE', `Refused a call: ${z.prettifyError(request.error)}`));
    const { method, call } = request.data;
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const options: CallOptions = {
      signal: abort.signal,
      onProgress: (progress) => void connection.sendNotification(progressNotification, { call, progress }),
    };
    const params = palaceApi[method].params.safeParse(request.data.params);
    if (!params.success) return asResponseError(new PalaceError('E_MESSAGE', `${method}: ${z.prettifyError(params.error)}`));
    try {
      const run = palace[method] as (params: unknown, options: CallOptions) => Promise<unknown>;
      return await run(params.data, options);
    } catch (error) {
      return asResponseError(error);
    }
  });
  connection.onNotification(closeNotification, close);
  connection.listen();
  return (event) => void connection.sendNotification(eventNotification, event).catch(() => undefined);
};

/** The palace as a client sees it. `whyGone` tells why the other side ended, once it has. */
export const palaceClient = (connection: MessageConnection, onEvent: (event: PalaceEvent) => void, whyGone: () => string): PalaceApi => {
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

  const callMethod = async (method: PalaceMethod, params: unknown, { signal, onProgress }: CallOptions = {}): Promise<unknown> => {
    if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', `${method} was cancelled.`);
    const call = ++lastCall;
    const cancellation = new CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    if (onProgress !== undefined) listeners.set(call, onProgress);
    let limit: NodeJS.Timeout | undefined;
    try {
      const answer = connection.sendRequest(callRequest, { method, call, params }, cancellation.token);
      const timeout = new Promise<never>((_, reject) => {
        if ('progress' in palaceApi[method]) return;
        limit = setTimeout(() => {
          cancel();
          reject(new PalaceError('E_TIMEOUT', `The palace did not answer ${method} within ${callLimit / 1000} s.`));
        }, callLimit);
      });
      return palaceApi[method].result.parse(await Promise.race([answer, timeout]));
    } catch (error) {
      throw fromWire(error, method, whyGone);
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', cancel);
      listeners.delete(call);
    }
  };
  return Object.fromEntries((Object.keys(palaceApi) as PalaceMethod[]).map((method) =>
    [method, (params: unknown, options?: CallOptions) => callMethod(method, params, options)])) as unknown as PalaceApi;
};

const fromWire = (error: unknown, method: PalaceMethod, whyGone: () => string): PalaceError => {
  if (error instanceof ResponseError) {
    const data = errorDataSchema.safeParse(error.data);
    if (data.success) return new PalaceError(data.data.code, error.message, { remedy: data.data.remedy });
    if (error.code === ErrorCodes.PendingResponseRejected) return new PalaceError('E_OWNER_GONE', `The palace's worker ended during ${method} (${whyGone()}).`);
  }
  if (error instanceof z.ZodError) return new PalaceError('E_MESSAGE', `${method}: an answer of unexpected form: ${z.prettifyError(error)}`, { cause: error });
  return PalaceError.from(error);
};
