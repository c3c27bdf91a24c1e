import * as z from 'zod';
import { mineProgressSchema } from './mineProgress.ts';

/** The forms of a memory that can be imported. The type checker asks each of them for its recognition and its reader. */
export const memoryFormats = ['mempalace', 'synaptic', 'drawers', 'jsonl', 'markdown'] as const;

export const importRequestSchema = z.object({
  /** JSONL text of drawers: `{id?, text, wing, room, source_file?, filed_at?, speaker?, seq?}` a line. */
  file: z.string(),
  wait_for_embeddings: z.boolean().optional(),
});
export const importReportSchema = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  skipped: z.record(z.string(), z.number().int()),
  elapsed_ms: z.number(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const importPalaceRequestSchema = z.object({
  /** Absolute path of a file or folder: a MemPalace palace, Synaptic's database, an export of ours, or JSONL of drawers. */
  path: z.string().min(1),
  format: z.enum(['auto', ...memoryFormats]),
  /** Count what would be added, and write nothing. */
  dry_run: z.boolean().optional(),
  wait_for_embeddings: z.boolean().optional(),
});
export const importPalaceReportSchema = importReportSchema.extend({
  /** What was found there. */
  format: z.enum(memoryFormats),
  /** What was left out and where, and what was assumed; at most 200. */
  warnings: z.array(z.string()),
});
export type ImportPalaceReport = z.infer<typeof importPalaceReportSchema>;

export const exportPalaceRequestSchema = z.object({
  /** Absolute; it must be new, empty, or hold an earlier export, which is replaced. */
  folder: z.string().min(1),
  format: z.enum(['jsonl', 'markdown']),
  /** Sensitive drawers too. */
  include_sensitive: z.boolean().optional(),
  /** Archived drawers too; true unless set. */
  include_archived: z.boolean().optional(),
});
export const exportPalaceReportSchema = z.object({
  drawers: z.number().int(),
  files: z.number().int(),
  skipped_sensitive: z.number().int(),
  elapsed_ms: z.number(),
});
export type ExportPalaceReport = z.infer<typeof exportPalaceReportSchema>;

/** Rows of the palace's table of calls. */
export const transferCalls = {
  importDrawers: {
    again: 'repeatable',
    params: importRequestSchema,
    result: importReportSchema,
    progress: mineProgressSchema,
  },
  /** Takes in another program's memory or an export; importing again adds only what is missing. */
  importPalace: {
    again: 'repeatable',
    params: importPalaceRequestSchema,
    result: importPalaceReportSchema,
    progress: mineProgressSchema,
  },
  /** Writes the whole palace into a folder, for `importPalace` or for another program; the same palace gives the same bytes. */
  exportPalace: {
    again: 'repeatable',
    params: exportPalaceRequestSchema,
    result: exportPalaceReportSchema,
    progress: mineProgressSchema,
  },
} as const;
