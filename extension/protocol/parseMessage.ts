import type * as z from 'zod';
import {
  hostMessageSchema,
  inspectorMessageSchema,
  type HostMessage,
  type InspectorMessage,
} from './inspectorMessages.ts';

/** A refused message: `E_MESSAGE` of the error table, with the path of the value that is wrong. */
interface RefusedMessage {
  readonly code: 'E_MESSAGE';
  readonly message: string;
}

type ParsedMessage<Message> =
  { readonly ok: true; readonly message: Message } | { readonly ok: false; readonly refused: RefusedMessage };

const refused = (message: string) =>
  ({ ok: false, refused: { code: 'E_MESSAGE', message: message.slice(0, 1000) } }) as const;

const typeOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || !('type' in value)) return 'without a type';
  return typeof value.type === 'string' ? `“${value.type.slice(0, 60)}”` : 'whose type is not a text';
};

const parse = <Message>(schema: z.ZodType<Message>, value: unknown, direction: string): ParsedMessage<Message> => {
  try {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, message: parsed.data };
    const [first] = parsed.error.issues;
    const where =
      first === undefined ? '' : ` at ${first.path.map(String).join('.') || 'its root'}: ${first.message}`;
    return refused(`Refused a message ${direction}, ${typeOf(value)}${where}`);
  } catch (thrown) {
    // A value with throwing getters or endless nesting is refused like any other.
    return refused(
      `Refused a message ${direction} that could not be read: ${thrown instanceof Error ? thrown.message : 'unknown'}`,
    );
  }
};

/** Parses what the webview received from the editor. Never throws. */
export const parseHostMessage = (value: unknown): ParsedMessage<HostMessage> =>
  parse(hostMessageSchema, value, 'to the inspector');

/** Parses what the editor received from the webview. Never throws. */
export const parseInspectorMessage = (value: unknown): ParsedMessage<InspectorMessage> =>
  parse(inspectorMessageSchema, value, 'from the inspector');
