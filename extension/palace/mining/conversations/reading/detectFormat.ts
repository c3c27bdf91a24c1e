import { parseJson } from '../../../../base/text/parseJson.ts';
import { isRecord } from '../../../../base/isRecord.ts';
import type { ConversationFormat } from '../../../contract/filing/conversationSchemas.ts';
import type { JsonRecord } from './jsonValue.ts';
import { looksBinary } from '../../textDecoding.ts';
import { encodingOf } from '../../../filing/asUtf8.ts';

/** A file's layout: one JSON object per line, one JSON document, or text. */
export type Layout = 'lines' | 'document' | 'text';

export type DetectedFormat =
  | { readonly format: ConversationFormat; readonly layout: Layout }
  /** An import file of drawers, not a conversation. */
  | { readonly format: 'drawers'; readonly layout: 'lines' };

const sniffLines = 40;

/** Detects a file's format from its beginning. Null if that is neither JSON of a known kind nor text. */
export const detectFormat = (start: Uint8Array): DetectedFormat | null => {
  const text = new TextDecoder(encodingOf(start)).decode(start);
  const lines = text.split('\n', sniffLines).filter((line) => line.trim() !== '');
  const known = lines.flatMap((line) => {
    const value = parseJson(line);
    return isRecord(value) ? (formatOfRecord(value) ?? []) : [];
  });
  // The most frequent format wins, because a log may quote others.
  const best = known
    .map((found) => ({ found, votes: known.filter(({ format }) => format === found.format).length }))
    .sort((a, b) => b.votes - a.votes)[0];
  if (best !== undefined) return best.found;
  const isText = !/^\s*(?:\{|\[\s*[[{"])/.test(text) && !looksBinary(start);
  return formatOfFragment(text.trimStart()) ?? (isText ? { format: 'markdown', layout: 'text' } : null);
};

/** The layout of a file whose format is given. */
export const layoutOf = (format: ConversationFormat, start: Uint8Array): Layout => {
  if (format === 'markdown') return 'text';
  if (format === 'claude' || format === 'codex') return 'lines';
  if (format !== 'vscode-chat') return 'document';
  return /^\s*\{\s*"kind"\s*:\s*\d/.test(new TextDecoder(encodingOf(start)).decode(start.subarray(0, 4096)))
    ? 'lines'
    : 'document';
};

const formatOfRecord = (value: JsonRecord): DetectedFormat | null => {
  const { type, kind } = value;
  if (typeof kind === 'number' && ('k' in value || 'v' in value))
    return { format: 'vscode-chat', layout: 'lines' };
  if (typeof value['text'] === 'string' && typeof value['wing'] === 'string' && typeof value['room'] === 'string')
    return { format: 'drawers', layout: 'lines' };
  if (isRecord(value['mapping'])) return { format: 'chatgpt', layout: 'document' };
  if (Array.isArray(value['chat_messages'])) return { format: 'claude-ai', layout: 'document' };
  if (Array.isArray(value['history']) && 'workspaceDirectory' in value)
    return { format: 'continue', layout: 'document' };
  if (Array.isArray(value['requests']) || 'responderUsername' in value)
    return { format: 'vscode-chat', layout: 'document' };
  if ('record_type' in value || ('instructions' in value && 'timestamp' in value))
    return { format: 'codex', layout: 'lines' };
  if (typeof type !== 'string') return null;
  if (codexTypes.has(type) || (type === 'message' && Array.isArray(value['content'])))
    return { format: 'codex', layout: 'lines' };
  if ('sessionId' in value || 'parentUuid' in value || 'leafUuid' in value)
    return { format: 'claude', layout: 'lines' };
  return null;
};

const codexTypes = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context']);

/** Detects a document that spans several lines, or whose first line is longer than the bytes looked at. */
const formatOfFragment = (text: string): DetectedFormat | null => {
  if (!/^\ufeff?\s*[[{]/.test(text)) return null;
  if (/^\ufeff?\s*\{\s*"kind"\s*:\s*\d/.test(text)) return { format: 'vscode-chat', layout: 'lines' };
  if (/^\ufeff?\s*\{\s*(?:"history"\s*:\s*\[|"sessionId"\s*:\s*"[^"]*"\s*,\s*"title"\s*:)/.test(text))
    return { format: 'continue', layout: 'document' };
  // Tools that a conversation used may have members of any name.
  if (/^\ufeff?\s*(?:\[\s*)?\{\s*"uuid"\s*:/.test(text) && /"chat_messages"\s*:/.test(text))
    return { format: 'claude-ai', layout: 'document' };
  if (/^\ufeff?\s*\[\s*\{\s*"header"\s*:\s*"[^"]*(?:gemini|bard)/i.test(text))
    return { format: 'gemini', layout: 'document' };
  if (
    /"(?:parentUuid|sessionId)"\s*:/.test(text) &&
    /"type"\s*:\s*"(?:user|assistant|attachment|summary)"/.test(text)
  )
    return { format: 'claude', layout: 'lines' };
  if (/"type"\s*:\s*"(?:session_meta|response_item|event_msg)"/.test(text))
    return { format: 'codex', layout: 'lines' };
  if (/"mapping"\s*:/.test(text)) return { format: 'chatgpt', layout: 'document' };
  if (/"(?:requests|responderUsername|initialLocation)"\s*:/.test(text))
    return { format: 'vscode-chat', layout: 'document' };
  return null;
};
