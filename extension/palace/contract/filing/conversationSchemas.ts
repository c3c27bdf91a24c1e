import * as z from 'zod';
import { memoryFormats } from './transferSchemas.ts';

export const conversationFormats = [
  'claude',
  'codex',
  'vscode-chat',
  'chatgpt',
  'claude-ai',
  'continue',
  'slack',
  'gemini',
  'markdown',
] as const;
/** The program or format that a file's conversations come from. */
export type ConversationFormat = (typeof conversationFormats)[number];

export const importConversationsRequestSchema = z.object({
  /** Absolute paths of files, or of folders that are walked for session files. */
  files: z.array(z.string().min(1)).min(1),
  /** `auto`, the default, detects it from the content, file by file. */
  format: z.enum(['auto', ...conversationFormats]).optional(),
  /**
   * The wing of all conversations. When absent: that of the workspace folder a conversation was held in, else of
   * the first folder.
   */
  wing: z.string().trim().min(1).max(64).optional(),
  /** Absolute paths, as for mining. */
  workspace_folders: z.array(z.object({ path: z.string(), name: z.string() })).optional(),
  /** Leave out conversations that were not held in one of the workspace folders. */
  within_workspace: z.boolean().optional(),
  /** Counts what would be added, and writes nothing. */
  dry_run: z.boolean().optional(),
  wait_for_embeddings: z.boolean().optional(),
});

export const importConversationsReportSchema = z.object({
  /** Conversations with at least one exchange, including those that were already there. */
  conversations: z.number().int(),
  added: z.number().int(),
  /** Drawers that were there already. */
  duplicates: z.number().int(),
  /** Exchanges that were already there and have grown or changed. */
  updated: z.number().int(),
  /** Reason → number of lines, records, conversations or files. */
  skipped: z.record(z.string(), z.number().int()),
  /** The first 200. `where` is `line 12`, `conversation 3`, or empty for the complete file. */
  problems: z.array(z.object({ file: z.string(), where: z.string(), reason: z.string() })),
  elapsed_ms: z.number(),
});
export type ConversationImportReport = z.infer<typeof importConversationsReportSchema>;

/** The complete exchange that a drawer is part of. */
export const exchangeViewSchema = z.object({
  title: z.string(),
  format: z.string(),
  /** Index in the conversation, from 0. */
  exchange: z.number().int(),
  filed_at: z.string(),
  source_file: z.string().nullable(),
  /** In order; a side that said nothing is left out. */
  turns: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      /** Offset in the exchange. */ start: z.number().int(),
    }),
  ),
  /** Where the drawer is: offsets in the exchange. */
  asked: z.object({ start: z.number().int(), end: z.number().int() }),
  drawer_ids: z.array(z.string()),
});
export type ExchangeView = z.infer<typeof exchangeViewSchema>;

/**
 * What a path can be imported as: a memory in one of its formats, or conversations, which another call imports. That call reads
 * what is unknown as well: it may be a transcript, or nothing.
 */
const importKinds = [...memoryFormats, 'conversations', 'unknown'] as const;

export const recognisedImportSchema = z.object({
  kind: z.enum(importKinds),
  /** Of conversations, the program that they come from; of a folder's, that of the first one that was recognised. */
  format: z.enum(conversationFormats).optional(),
});
export type RecognisedImport = z.infer<typeof recognisedImportSchema>;
