import { parseJson } from '../../../../base/text/parseJson.ts';
import { isRecord } from '../../../../base/isRecord.ts';
import type { ConversationFormat } from '../../../contract/filing/conversationSchemas.ts';
import type { Conversation, ReadConversations } from './conversation.ts';
import { readChatgpt } from './chatgptReader.ts';
import { readClaudeAi } from './claudeAiReader.ts';
import { claudeReader } from './claudeReader.ts';
import { codexReader } from './codexReader.ts';
import { readContinue } from './continueReader.ts';
import type { Layout } from './detectFormat.ts';
import { readGemini } from './geminiReader.ts';
import { problemLog, type ProblemLog } from './problemLog.ts';
import type { RecordReader } from './recordReader.ts';
import { looksBinary } from '../../textDecoding.ts';
import { encodingOf } from '../../../filing/asUtf8.ts';
import { textLines } from './textLines.ts';
import { readTranscript } from './transcriptReader.ts';
import { readVscodeChat, vscodeLogReader } from './vscodeChatReader.ts';

interface ReadOptions {
  readonly format: ConversationFormat;
  readonly layout: Layout;
  /** The file's name without folders. Some files have their conversation's ID only there. */
  readonly fileName: string;
  /** Lets other work on this thread run between two lines. May throw to stop the reading. */
  readonly yieldToEventLoop?: () => Promise<void>;
}

/** Larger text files are not transcripts. */
const maxTranscriptBytes = 16 * 1024 * 1024;

/**
 * Reads a file's bytes as conversations. Only damaged parts are lost, and they are reported. No content can make it
 * throw.
 */
export const readConversations = async (
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ReadConversations> => {
  const log = problemLog();
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      await options.yieldToEventLoop?.();
      yield chunk;
    }
  };
  const conversations = await read(counted(), options, log);
  if (bytes === 0) return { conversations: [], problems: [{ where: '', reason: 'empty' }], skipped: { empty: 1 } };
  return { conversations, problems: log.problems, skipped: log.skipped };
};

const read = (
  chunks: AsyncIterable<Uint8Array>,
  { format, layout, fileName, yieldToEventLoop }: ReadOptions,
  log: ProblemLog,
): Promise<Conversation[]> => {
  switch (format) {
    case 'claude':
      return readRecords(chunks, claudeReader(log, fileName), log, yieldToEventLoop);
    case 'codex':
      return readRecords(chunks, codexReader(log, fileName), log, yieldToEventLoop);
    case 'vscode-chat':
      return layout === 'lines'
        ? readRecords(chunks, vscodeLogReader(log), log, yieldToEventLoop)
        : readVscodeChat(chunks, log);
    case 'chatgpt':
      return readChatgpt(chunks, log);
    case 'claude-ai':
      return readClaudeAi(chunks, log);
    case 'continue':
      return readContinue(chunks, log);
    case 'gemini':
      return readGemini(chunks, log);
    case 'slack':
      return readNothing(chunks, log);
    case 'markdown':
      return readText(chunks, log);
  }
};

const readRecords = async (
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
  log: ProblemLog,
  yieldToEventLoop: ReadOptions['yieldToEventLoop'],
): Promise<Conversation[]> => {
  for await (const line of textLines(chunks)) {
    await yieldToEventLoop?.();
    const where = `line ${line.number}`;
    if ('problem' in line) log.add(where, line.problem);
    else if (line.text.trim() === '') log.count('blank');
    else {
      const value = parseJson(line.text);
      if (value === undefined) log.add(where, 'invalid_json');
      else if (isRecord(value)) reader.take(value, where);
      else log.add(where, 'not_a_record');
    }
  }
  return reader.finish();
};

/** A channel of Slack has a folder of files, which are read together; a single file is not a conversation. */
const readNothing = async (chunks: AsyncIterable<Uint8Array>, log: ProblemLog): Promise<Conversation[]> => {
  for await (const chunk of chunks) if (chunk.length > 0) break;
  log.add('', 'not_a_conversation');
  return [];
};

const readText = async (chunks: AsyncIterable<Uint8Array>, log: ProblemLog): Promise<Conversation[]> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.length;
    if (size > maxTranscriptBytes) return (log.add('', 'too_large'), []);
    parts.push(part);
  }
  const text = decode(Buffer.concat(parts));
  if (typeof text !== 'string') return (log.add('', text.reason), []);
  return [readTranscript(text)];
};

const decode = (bytes: Uint8Array): string | { readonly reason: 'binary' | 'undecodable' } => {
  if (looksBinary(bytes)) return { reason: 'binary' };
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return { reason: 'undecodable' };
    throw error;
  }
};
