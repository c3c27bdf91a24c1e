import { isRecord } from '../../../../base/isRecord.ts';
import { branchTo } from './branchTo.ts';
import type { Conversation } from './conversation.ts';
import { readConversationList } from './conversationList.ts';
import { exchangeBuilder, timeOf } from './exchangeBuilder.ts';
import { listAt, textAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';
import { textOfBlocks } from './textBlocks.ts';

/** Reads the `conversations.json` of an account's export from Claude.ai, one conversation at a time. */
export const readClaudeAi = (chunks: AsyncIterable<Uint8Array>, log: ProblemLog): Promise<Conversation[]> =>
  readConversationList(chunks, log, (value) =>
    // Of a deleted conversation only its ID is left.
    Array.isArray(value['chat_messages']) || textAt(value, 'uuid') !== null ? conversationOf(value, log) : null,
  );

const conversationOf = (value: JsonRecord, log: ProblemLog): Conversation => {
  const builder = exchangeBuilder();
  const title = textAt(value, 'name');
  const name = title ?? textAt(value, 'uuid') ?? '';
  const messages = listAt(value, 'chat_messages').filter((message, index): message is JsonRecord => {
    if (!isRecord(message)) log.add(`message ${index + 1} of “${name.slice(0, 60)}”`, 'bad_content');
    return isRecord(message);
  });
  for (const message of shownBranch(messages)) {
    const at = timeOf(message['created_at']);
    if (message['sender'] === 'human') builder.user(textOf(message), at);
    else if (message['sender'] === 'assistant') builder.assistant(textOf(message), at);
  }
  const exchanges = builder.exchanges();
  return {
    id: textAt(value, 'uuid'),
    title,
    startedAt: timeOf(value['created_at']) ?? exchanges[0]?.at ?? null,
    cwd: null,
    gitBranch: null,
    exchanges,
    asides: [],
  };
};

/** The parent of a first message. */
const root = '00000000-0000-4000-8000-000000000000';

/**
 * The branch that ends with the last message. All messages in their order if the file does not tell branches, as older
 * exports don't, or if a parent is missing.
 */
const shownBranch = (messages: readonly JsonRecord[]): readonly JsonRecord[] => {
  const nodes = new Map(messages.map((message) => [textAt(message, 'uuid') ?? '', message]));
  const last = messages.at(-1);
  const branch = branchTo(nodes, last === undefined ? null : textAt(last, 'uuid'), 'parent_message_uuid');
  return branch[0]?.['parent_message_uuid'] === root ? branch : messages;
};

/** The visible text. `text` repeats it, with a placeholder for each tool call; only older exports need it. */
const textOf = (message: JsonRecord): string =>
  listAt(message, 'content').length > 0 ? textOfBlocks(message['content']) : (textAt(message, 'text') ?? '');
