import * as z from 'zod';
import { memoryFormats } from './transferSchemas.ts';

export const conversationFormats = ['claude', 'codex', 'vscode-chat', 'chatgpt', 'markdown'] as const;
/** Whose conversations a file holds. */
export type ConversationFormat = (typeof conversationFormats)[number];

export const importConversationsRequestSchema = z.object({
  /** Absolute paths of files, or of folders that are walked for session files. */
  files: z.array(z.string().min(1)).min(1),
  /** `auto`, which is the default, tells it by the content, file by file. */
  format: z.enum(['auto', ...conversationFormats]).optional(),
  /** The wing of every conversation; else that of the workspace folder it was held in, else of the first one. */
  wing: z.string().trim().min(1).max(64).optional(),
  /** Absolute folders, as for mining. */
  workspace_folders: z.array(z.object({ path: z.string(), name: z.string() })).optional(),
  /** Leave out conversations that were not held in one of the workspace folders. */
  within_workspace: z.boolean().optional(),
  wait_for_embeddings: z.boolean().optional(),
});

export const importConversationsReportSchema = z.object({
  /** With at least one exchange, those that were there already included. */
  conversations: z.number().int(),
  added: z.number().int(),
  /** Drawers that were there already. */
  duplicates: z.number().int(),
  /** Exchanges that were there and have grown or now read otherwise. */
  updated: z.number().int(),
  /** Reason → how many lines, records, conversations or files. */
  skipped: z.record(z.string(), z.number().int()),
  /** The first 200. `where` is `line 12`, `conversation 3`, or empty for the whole file. */
  problems: z.array(z.object({ file: z.string(), where: z.string(), reason: z.string() })),
  elapsed_ms: z.number(),
});
export type ConversationImportReport = z.infer<typeof importConversationsReportSchema>;

/** The exchange that a drawer is a piece of, whole. */
export const exchangeViewSchema = z.object({
  title: z.string(),
  format: z.string(),
  /** From 0. */
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
  /** Offsets in the exchange between which the drawer stands. */
  asked: z.object({ start: z.number().int(), end: z.number().int() }),
  drawer_ids: z.array(z.string()),
});
export type ExchangeView = z.infer<typeof exchangeViewSchema>;

/** What a path can be imported as: a memory of its own kind, or conversations, which are taken in by another call. */
export const importKinds = [...memoryFormats, 'conversations'] as const;
export type ImportKind = (typeof importKinds)[number];
