import { isRecord } from '../../../../base/isRecord.ts';
import type { Conversation } from './conversation.ts';
import { jsonPieces } from './jsonPieces.ts';
import type { JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';

/**
 * Reads an account's export, a list of conversations, one at a time. A single conversation need not be in a list.
 * `conversationOf` gives null for what is not a conversation.
 */
export const readConversationList = async (
  chunks: AsyncIterable<Uint8Array>,
  log: ProblemLog,
  conversationOf: (value: JsonRecord) => Conversation | null,
): Promise<Conversation[]> => {
  const conversations: Conversation[] = [];
  const members = Object.create(null) as Record<string, unknown>;
  let number = 0;
  const take = (value: unknown, where: string): void => {
    const conversation = isRecord(value) ? conversationOf(value) : null;
    if (conversation !== null) conversations.push(conversation);
    else log.add(where, 'not_a_conversation');
  };
  let isObject = false;
  for await (const piece of jsonPieces(chunks, 'conversations')) {
    if (piece.kind === 'broken') log.add('', piece.reason);
    else if (piece.kind === 'member') {
      isObject = true;
      members[piece.key] = piece.value;
    } else take(piece.value, `conversation ${++number}`);
  }
  if (isObject && number === 0 && log.problems.length === 0) take(members, '');
  return conversations;
};
