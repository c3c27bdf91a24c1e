import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  ListToolsRequestSchema,
  ProgressNotificationSchema,
  RequestIdSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type * as z from 'zod';
import { isRecord } from '../../base/isRecord.ts';

/** Why a message is not taken. Without an ID it can't be answered under one. */
export interface RefusedMessage {
  readonly id?: RequestId | undefined;
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  /** A notification gets no answer, whatever is wrong with it. */
  readonly isNotification?: true;
}

type ReadMessage = { readonly message: JSONRPCMessage } | { readonly refused: RefusedMessage };

/** The methods whose parameters this server reads. The SDK answers those of a wrong form with the text of its schema's error. */
const forms: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
  ['notifications/cancelled', CancelledNotificationSchema],
  ['notifications/progress', ProgressNotificationSchema],
]);

/** Fields for which some clients write `null` where they have nothing to say. */
const oftenNull = ['_meta', 'cursor', 'arguments'] as const;

/** Reads a parsed line as one message of the client's. */
export const readClientMessage = (value: unknown): ReadMessage => {
  const given = withoutUnsaid(value);
  if (!isRecord(given) || typeof given['method'] !== 'string') return whole(given);
  const { method } = given;
  const own = 'id' in given ? JSONRPCRequestSchema : JSONRPCNotificationSchema;
  const error = own.safeParse(given).error ?? forms.get(method)?.safeParse(given).error;
  const [issue] = error?.issues ?? [];
  // What is wrong beside the parameters makes it no message at all.
  return issue?.path[0] === 'params' ? { refused: wrongParams(method, idOf(given), issue) } : whole(given);
};

const whole = (value: unknown): ReadMessage => {
  const message = JSONRPCMessageSchema.safeParse(value);
  return message.success
    ? { message: message.data }
    : {
        refused: {
          id: idOf(value),
          code: ErrorCode.InvalidRequest,
          message: 'A line is not a JSON-RPC message.',
          remedy: 'Send one JSON-RPC message a line.',
        },
      };
};

const idOf = (value: unknown): RequestId | undefined =>
  isRecord(value) ? RequestIdSchema.safeParse(value['id']).data : undefined;

const wrongParams = (method: string, id: RequestId | undefined, issue: z.core.$ZodIssue): RefusedMessage => ({
  id,
  code: ErrorCode.InvalidParams,
  ...(id === undefined ? { isNotification: true } : {}),
  ...(method === 'tools/call' && issue.path[1] !== '_meta'
    ? {
        message: 'A call needs params with the name of a tool and, if it takes any, an object of arguments.',
        remedy: 'Send {"name": "mempalace_search", "arguments": {"query": "…"}} as params, for instance.',
      }
    : {
        message: `${method.slice(0, 100)}: \`${issue.path.map(String).join('.').slice(0, 100)}\`: ${issue.message}.`,
        remedy: 'Correct it and send the message again.',
      }),
});

/** The members of a message. JSON-RPC does not forbid others, which the SDK refuses. */
const members = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'] as const;
const isMember = (name: string): boolean => members.some((one) => one === name);

/** Also without what asks for a task: the protocol demands that a server which offers none answers as usual. */
const withoutUnsaid = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const { params, ...others } = Object.fromEntries(Object.entries(value).filter(([name]) => isMember(name)));
  if (params === undefined || params === null) return others;
  if (!isRecord(params)) return { ...others, params };
  const { task: _, ...given } = params;
  const said = Object.entries(given).filter(
    ([name, field]) => field !== null || !oftenNull.some((one) => one === name),
  );
  return { ...others, params: Object.fromEntries(said) };
};
