import { isRecord } from '../../../../base/isRecord.ts';
import type { Conversation } from './conversation.ts';
import { exchangeBuilder, timeOf, type ExchangeBuilder } from './exchangeBuilder.ts';
import { textAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';
import type { RecordReader } from './recordReader.ts';

/** Types of records without conversation text. */
const silentTypes = new Set([
  'system',
  'attachment',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'file-history-snapshot',
  'progress',
  'agent-name',
  'agent-color',
  'agent-setting',
  'tag',
  'pr-link',
  'worktree-state',
  'content-replacement',
  'speculation-accept',
  'attribution-snapshot',
]);
const silentBlocks = new Set([
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'image',
  'document',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'search_result',
  'container_upload',
]);

/** What the program writes in the person's name: output of local commands, notices, the files open in the editor. */
const untyped =
  /^\s*(?:<(?:command-name|command-message|command-args|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|system-reminder|task-notification|ide_opened_file|ide_selection|user-prompt-submit-hook)\b|\[Request interrupted by user)/;

const sessionFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

/**
 * Reads a Claude Code session: one record per line, a message's blocks often in several records. File order counts,
 * not time. These are not turns: the program's own lines in the person's name, messages to its subagents, thinking,
 * tools and their results, summaries of compactions, and error messages. A slash command counts as a turn if an
 * answer follows it.
 */
export const claudeReader = (log: ProblemLog, fileName: string): RecordReader => new ClaudeReader(log, fileName);

/** Facts about the session. The first record that has a fact counts, for titles the last one. */
interface SessionFacts {
  id?: string;
  agentId?: string;
  cwd?: string;
  branch?: string;
  customTitle?: string;
  aiTitle?: string;
  startedAt?: Conversation['startedAt'];
}

class ClaudeReader implements RecordReader {
  readonly #log: ProblemLog;
  readonly #fileName: string;
  readonly #main = exchangeBuilder();
  readonly #aside = exchangeBuilder();
  readonly #uuids = new Set<string>();
  readonly #summaries: { readonly text: string; readonly leaf: string }[] = [];
  readonly #found: SessionFacts = {};
  #command: { readonly text: string; readonly at: Conversation['startedAt'] } | null = null;

  constructor(log: ProblemLog, fileName: string) {
    this.#log = log;
    this.#fileName = fileName;
  }

  take(record: JsonRecord, where: string): void {
    const uuid = textAt(record, 'uuid');
    if (uuid !== null) {
      if (this.#uuids.has(uuid)) return;
      this.#uuids.add(uuid);
    }
    this.#noteFacts(record);
    switch (record['type']) {
      case 'user':
        return this.#takeTurn(record, where);
      case 'assistant':
        return this.#takeAnswer(record, where);
      case 'summary':
        return void this.#summaries.push({
          text: textAt(record, 'summary') ?? '',
          leaf: textAt(record, 'leafUuid') ?? '',
        });
      case 'custom-title':
        return void (this.#found.customTitle = textAt(record, 'customTitle') ?? this.#found.customTitle);
      case 'ai-title':
        return void (this.#found.aiTitle = textAt(record, 'aiTitle') ?? this.#found.aiTitle);
      default:
        if (typeof record['type'] !== 'string' || !silentTypes.has(record['type']))
          this.#log.add(where, 'unknown_type');
    }
  }

  finish(): Conversation[] {
    const found = this.#found;
    // A session that continues others also begins with their summaries.
    const summary = this.#summaries.findLast(({ text, leaf }) => text !== '' && this.#uuids.has(leaf))?.text;
    const exchanges = this.#main.exchanges();
    const isHelper = exchanges.length === 0 && found.agentId !== undefined;
    // Lines taken over from an earlier session may carry that session's ID.
    const id = sessionFile.exec(this.#fileName)?.[1] ?? found.id ?? null;
    return [
      {
        id: isHelper ? `${id ?? ''}/${found.agentId}` : id,
        title: found.customTitle ?? found.aiTitle ?? summary ?? null,
        startedAt: exchanges[0]?.at ?? found.startedAt ?? null,
        cwd: found.cwd ?? null,
        gitBranch: found.branch ?? null,
        exchanges,
        asides: this.#aside.exchanges(),
      },
    ];
  }

  #noteFacts(record: JsonRecord): void {
    const found = this.#found;
    found.id ??= textAt(record, 'sessionId') ?? undefined;
    found.agentId ??= record['isSidechain'] === true ? (textAt(record, 'agentId') ?? undefined) : undefined;
    found.cwd ??= textAt(record, 'cwd') ?? undefined;
    found.branch ??= textAt(record, 'gitBranch') ?? undefined;
    found.startedAt ??= timeOf(record['timestamp']);
  }

  #takeTurn(record: JsonRecord, where: string): void {
    const turn = this.#said(record, where);
    if (turn === null || record['isMeta'] === true || record['isCompactSummary'] === true) return;
    const at = timeOf(record['timestamp']);
    const typed = turn.texts.filter((text) => !untyped.test(text));
    if (record['isSidechain'] === true) return this.#aside.user(typed.join('\n\n'), at);
    const called = slashCommand(turn.texts.join('\n'));
    if (called !== null) this.#command = { text: called, at };
    if (typed.length === 0) return;
    this.#command = null;
    this.#main.user(typed.join('\n\n'), at);
  }

  #takeAnswer(record: JsonRecord, where: string): void {
    const turn = this.#said(record, where);
    if (turn === null || turn.message['model'] === '<synthetic>' || record['isApiErrorMessage'] === true) return;
    const builder: ExchangeBuilder = record['isSidechain'] === true ? this.#aside : this.#main;
    for (const text of turn.texts) {
      if (builder === this.#main && this.#command !== null && text.trim() !== '') {
        this.#main.user(this.#command.text, this.#command.at);
        this.#command = null;
      }
      builder.assistant(text, timeOf(record['timestamp']));
    }
  }

  #said(
    record: JsonRecord,
    where: string,
  ): { readonly message: JsonRecord; readonly texts: readonly string[] } | null {
    const { message } = record;
    if (!isRecord(message)) return (this.#log.add(where, 'no_message'), null);
    const texts = textsOf(message['content'], where, this.#log);
    return texts === null ? null : { message, texts };
  }
}

const textsOf = (content: unknown, where: string, log: ProblemLog): string[] | null => {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return (log.add(where, 'bad_content'), null);
  const blocks: readonly unknown[] = content;
  return blocks.flatMap((block) => {
    const type = isRecord(block) ? block['type'] : undefined;
    if (isRecord(block) && type === 'text') return textAt(block, 'text') ?? [];
    if (typeof type !== 'string' || !silentBlocks.has(type)) log.add(where, 'unknown_block');
    return [];
  });
};

/** `/review the tide table`, if the line records a slash command. */
const slashCommand = (text: string): string | null => {
  const name = /<command-name>\s*(\/?[^<\s]+)\s*<\/command-name>/.exec(text)?.[1];
  if (name === undefined) return null;
  const words = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim() ?? '';
  return `${name.startsWith('/') ? name : `/${name}`}${words === '' ? '' : ` ${words}`}`;
};
