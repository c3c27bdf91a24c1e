import { randomUUID } from 'node:crypto';
import {
  CancelledNotificationSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** What the SDK calls requests whose ID it would take for none when they are cancelled. No client uses these. */
const standIns: ReadonlyMap<RequestId, RequestId> = new Map<RequestId, RequestId>([
  [0, randomUUID()],
  ['', randomUUID()],
]);
/** The other way round. */
const clientIds: ReadonlyMap<RequestId, RequestId> = new Map([...standIns].map(([id, standIn]) => [standIn, id]));

/** A client's message, with the ID by which the SDK knows the request. */
export const withIdForSdk = (message: JSONRPCMessage): JSONRPCMessage => {
  if (isJSONRPCRequest(message)) return { ...message, id: standIns.get(message.id) ?? message.id };
  const cancelled = CancelledNotificationSchema.safeParse(message).data?.params.requestId;
  const requestId = cancelled === undefined ? undefined : standIns.get(cancelled);
  return requestId === undefined || !('params' in message)
    ? message
    : { ...message, params: { ...message.params, requestId } };
};

/** The SDK's message, with the ID that the client gave the request. */
export const withIdForClient = (message: JSONRPCMessage): JSONRPCMessage =>
  !('method' in message) && message.id !== undefined
    ? { ...message, id: clientIds.get(message.id) ?? message.id }
    : message;
