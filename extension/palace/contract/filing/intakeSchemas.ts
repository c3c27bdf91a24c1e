import * as z from 'zod';
import { commitIndexReportSchema, commitIndexRequestSchema } from './commitIndexSchemas.ts';
import {
  importConversationsReportSchema,
  importConversationsRequestSchema,
  recognisedImportSchema,
} from './conversationSchemas.ts';
import { errorTextSchema } from '../errorTextSchema.ts';
import { mineProgressSchema } from './mineProgress.ts';

const mineRequestSchema = z.object({
  /** Absolute folders, each a workspace folder. */
  folders: z.array(z.object({ path: z.string(), name: z.string() })).min(1),
  /** Globs on workspace-relative paths, in gitignore syntax. */
  exclude: z.array(z.string()).optional(),
  /** Wait until every new drawer has its vector. */
  wait_for_embeddings: z.boolean().optional(),
  /** Absolute paths that have changed. If none of them matters to mining, nothing is read or done. */
  touched: z.array(z.string()).optional(),
});
export type MineRequest = z.infer<typeof mineRequestSchema>;

export const mineReportSchema = z.object({
  sources: z.object({
    mined: z.number().int(),
    unchanged: z.number().int(),
    renamed: z.number().int(),
    archived: z.number().int(),
    /** Reason → number of files. */
    skipped: z.record(z.string(), z.number().int()),
  }),
  /** The files behind the counts of `skipped`; at most 1,000 are listed. */
  skipped_files: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** Why folders of the request could not be read; absent if all could. Their drawers stay as they are. */
  unread_folders: z.array(errorTextSchema).optional(),
  drawers: z.object({ added: z.number().int(), kept: z.number().int(), archived: z.number().int() }),
  embeddings: z.object({ done: z.number().int(), pending: z.number().int() }),
  elapsed_ms: z.number(),
});
export type MineReport = z.infer<typeof mineReportSchema>;

const changedFilesSchema = z.object({
  /** False if none of the touched paths matters to mining: nothing was compared. */
  compared: z.boolean(),
  /** Files that mining would file for the first time or again, and those whose drawers it would archive. */
  changed: z.number().int(),
  gone: z.number().int(),
  /** Their paths; at most 1,000 are listed. */
  files: z.array(z.string()),
});
export type ChangedFiles = z.infer<typeof changedFilesSchema>;

/** Rows of the palace's table of calls. */
export const intakeCalls = {
  mine: { again: 'repeatable', params: mineRequestSchema, result: mineReportSchema, progress: mineProgressSchema },
  /** What mining would change, without changing it. */
  changedFiles: {
    again: 'read',
    params: mineRequestSchema.omit({ wait_for_embeddings: true }),
    result: changedFilesSchema,
    progress: mineProgressSchema,
  },
  /** Files a repository's commits. A problem with the repository or with git is an outcome, not an error. */
  indexCommits: {
    again: 'repeatable',
    params: commitIndexRequestSchema,
    result: commitIndexReportSchema,
    progress: mineProgressSchema,
  },
  /** What a file or folder holds; this decides which call imports it. */
  recogniseImport: {
    again: 'read',
    params: z.object({ path: z.string().min(1) }),
    result: recognisedImportSchema,
  },
  /** Imports files of conversations, one drawer per exchange. Only new exchanges are added. */
  importConversations: {
    again: 'repeatable',
    params: importConversationsRequestSchema,
    result: importConversationsReportSchema,
    progress: mineProgressSchema,
  },
} as const;
