import { isRecord } from '../../../../base/isRecord.ts';
import type { Conversation } from './conversation.ts';
import { exchangeBuilder, timeOf } from './exchangeBuilder.ts';
import { listAt, recordAt, textAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';
import type { RecordReader } from './recordReader.ts';

const silentTypes = new Set(['turn_context', 'compacted', 'world_state', 'token_usage_record']);
const silentItems = new Set([
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
  'ghost_snapshot',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'image_generation_call',
  'tool_search_call',
  'tool_search_output',
  'other',
]);
/** What the program puts before the person's own words. */
const untyped =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|skills_instructions|skill|turn_aborted|user_shell_command|subagent_notification|collaboration_mode|INSTRUCTIONS)\b|# AGENTS\.md instructions\b)/;

/**
 * Reads a Codex session: lines of `{timestamp, type, payload}`, or the bare records of older versions. Newer files
 * contain each text twice, as a history item and as an event. The events count only if there are no items.
 */
export const codexReader = (log: ProblemLog, fileName: string): RecordReader => new CodexReader(log, fileName);

class CodexReader implements RecordReader {
  readonly #log: ProblemLog;
  readonly #fileName: string;
  readonly #items = exchangeBuilder();
  readonly #events = exchangeBuilder();
  #header: JsonRecord = {};
  #startedAt: Conversation['startedAt'] = null;
  #cwd: string | null = null;

  constructor(log: ProblemLog, fileName: string) {
    this.#log = log;
    this.#fileName = fileName;
  }

  take(record: JsonRecord, where: string): void {
    const at = timeOf(record['timestamp']);
    this.#startedAt ??= at;
    const { type, payload } = record;
    const isWrapped = type === 'session_meta' || type === 'response_item' || type === 'event_msg';
    if (isWrapped && !isRecord(payload)) return this.#log.add(where, 'no_payload');
    if (isWrapped && isRecord(payload)) {
      if (type === 'response_item') return this.#takeItem(payload, at, where);
      if (type === 'event_msg') return this.#takeEvent(payload, at);
      // A forked session carries the headers of the sessions before it.
      if (Object.keys(this.#header).length === 0) this.#header = payload;
      return;
    }
    if (typeof type === 'string' && silentTypes.has(type)) {
      this.#cwd ??= isRecord(payload) ? textAt(payload, 'cwd') : null;
      return;
    }
    this.#takeBare(record, where);
  }

  finish(): Conversation[] {
    const header = this.#header;
    const fromItems = this.#items.exchanges();
    const exchanges = fromItems.some(({ user }) => user !== '') ? fromItems : this.#events.exchanges();
    return [
      {
        id:
          textAt(header, 'id') ??
          /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(this.#fileName)?.[1] ??
          null,
        title: null,
        startedAt: timeOf(header['timestamp']) ?? this.#startedAt,
        cwd: textAt(header, 'cwd') ?? this.#cwd,
        gitBranch: textAt(recordAt(header, 'git'), 'branch'),
        exchanges: exchanges.length > 0 ? exchanges : fromItems,
        asides: [],
      },
    ];
  }

  #takeItem(item: JsonRecord, at: Conversation['startedAt'], where: string): void {
    const { type } = item;
    if (type !== 'message') {
      if (typeof type !== 'string' || !silentItems.has(type)) this.#log.add(where, 'unknown_type');
      return;
    }
    this.#cwd ??= item['role'] === 'user' ? environmentFolder(item) : null;
    const text = messageText(item);
    if (item['role'] === 'assistant') this.#items.assistant(text, at);
    else if (item['role'] === 'user') this.#items.user(text, at);
  }

  #takeEvent(event: JsonRecord, at: Conversation['startedAt']): void {
    const item = recordAt(event, 'item');
    if (event['type'] === 'user_message') this.#events.user(textAt(event, 'message') ?? '', at);
    else if (event['type'] === 'agent_message') this.#events.assistant(textAt(event, 'message') ?? '', at);
    else if (event['type'] === 'item_completed' && item['type'] === 'UserMessage')
      this.#events.user(messageText(item), at);
    else if (event['type'] === 'item_completed' && item['type'] === 'AgentMessage')
      this.#events.assistant(messageText(item), at);
  }

  #takeBare(record: JsonRecord, where: string): void {
    if ('record_type' in record) return;
    if (!('type' in record) && 'id' in record) this.#header = record;
    else this.#takeItem(record, timeOf(record['timestamp']), where);
  }
}

/** The folder named in a session's first message, for formats without a folder in the header. */
const environmentFolder = (message: JsonRecord): string | null => {
  const texts = listAt(message, 'content').flatMap((part) => (isRecord(part) ? (textAt(part, 'text') ?? []) : []));
  const found = texts
    .map((text) =>
      /^\s*<environment_context>[^]*?(?:<cwd>([^<]+)<\/cwd>|Current working directory: (.+))/.exec(text),
    )
    .find((match) => match !== null);
  return found?.[1] ?? found?.[2]?.trim() ?? null;
};

const messageText = (message: JsonRecord): string => {
  const kinds = listAt(recordAt(message, 'internal_chat_message_metadata_passthrough'), 'content_item_kinds');
  return listAt(message, 'content')
    .flatMap((part, index) => {
      const text = isRecord(part) ? textAt(part, 'text') : null;
      if (text === null) return [];
      const kind = kinds[index];
      const isTyped =
        message['role'] !== 'user' || typeof kind !== 'string' || kind.startsWith('user') || kind === 'unknown';
      return isTyped && !(message['role'] !== 'assistant' && untyped.test(text)) ? [text] : [];
    })
    .join('\n\n');
};
