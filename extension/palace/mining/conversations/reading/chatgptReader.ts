import { isRecord } from '../../../../base/isRecord.ts';
import { branchTo } from './branchTo.ts';
import type { Conversation } from './conversation.ts';
import { readConversationList } from './conversationList.ts';
import { exchangeBuilder, timeOf } from './exchangeBuilder.ts';
import { listAt, recordAt, textAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';

/** Reads ChatGPT's `conversations.json`, one conversation at a time. A single conversation need not be in a list. */
export const readChatgpt = (chunks: AsyncIterable<Uint8Array>, log: ProblemLog): Promise<Conversation[]> =>
  readConversationList(chunks, log, (value) =>
    isRecord(value['mapping']) ? conversationOf(value, value['mapping']) : null,
  );

/** Follows the branch shown last. Other answers and earlier wordings are not part of the conversation. */
const conversationOf = (value: JsonRecord, mapping: JsonRecord): Conversation => {
  const builder = exchangeBuilder();
  for (const node of currentBranch(mapping, textAt(value, 'current_node'))) {
    const message = recordAt(node, 'message');
    const text = shownText(message);
    if (text === null) continue;
    const role = recordAt(message, 'author')['role'];
    const at = secondsOf(message['create_time']);
    if (role === 'user') builder.user(text, at);
    else if (role === 'assistant') builder.assistant(text, at);
  }
  const exchanges = builder.exchanges();
  return {
    id: textAt(value, 'conversation_id') ?? textAt(value, 'id'),
    title: textAt(value, 'title'),
    startedAt: secondsOf(value['create_time']) ?? exchanges[0]?.at ?? null,
    cwd: null,
    gitBranch: null,
    exchanges,
    asides: [],
  };
};

/** The nodes from the root to the current one, or to the newest leaf if the current one is missing. */
const currentBranch = (mapping: JsonRecord, current: string | null): JsonRecord[] => {
  const nodes = new Map(
    Object.entries(mapping).filter((entry): entry is [string, JsonRecord] => isRecord(entry[1])),
  );
  return branchTo(nodes, current !== null && nodes.has(current) ? current : newestLeaf(nodes), 'parent');
};

const newestLeaf = (nodes: ReadonlyMap<string, JsonRecord>): string | null => {
  let newest: string | null = null;
  let latest = -Infinity;
  for (const [id, node] of nodes) {
    const time = recordAt(node, 'message')['create_time'];
    const at = typeof time === 'number' ? time : -Infinity;
    if (
      listAt(node, 'children').some((child) => typeof child === 'string' && nodes.has(child)) ||
      (newest !== null && at < latest)
    )
      continue;
    newest = id;
    latest = at;
  }
  return newest;
};

/** The visible text of a message. Hidden messages, tool calls and their results have none. */
const shownText = (message: JsonRecord): string | null => {
  const { weight, recipient } = message;
  if (weight === 0 || recordAt(message, 'metadata')['is_visually_hidden_from_conversation'] === true) return null;
  if (typeof recipient === 'string' && recipient !== 'all') return null;
  const content = recordAt(message, 'content');
  if (content['content_type'] !== 'text' && content['content_type'] !== 'multimodal_text') return null;
  const texts = listAt(content, 'parts').flatMap((part) => {
    const text =
      typeof part === 'string'
        ? part
        : isRecord(part) && part['content_type'] === 'audio_transcription'
          ? textAt(part, 'text')
          : null;
    return text === null || text === '' ? [] : [text];
  });
  return texts.length === 0 ? null : texts.join('\n\n');
};

const secondsOf = (value: unknown): Conversation['startedAt'] =>
  typeof value === 'number' ? timeOf(Math.round(value * 1000)) : timeOf(value);
