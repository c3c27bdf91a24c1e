import * as z from 'zod';
import { mineProgressSchema } from './mineProgress.ts';

/**
 * The memory formats that can be imported. The type checker rejects a format that `ImportOrigin` does not have.
 */
export const memoryFormats = ['mempalace', 'synaptic', 'drawers', 'jsonl', 'markdown'] as const;

const importRequestSchema = z.object({
  /** Absolute path of a JSONL file of drawers, one `{id?, text, wing, room, source_file?, filed_at?, speaker?, seq?}` per line. */
  file: z.string(),
  wait_for_embeddings: z.boolean().optional(),
});
const importReportSchema = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  /** Reason → how many items were left out for it. */
  skipped: z.record(z.string(), z.number().int()),
  /** Sources with so many drawers that they have no closets. */
  without_closets: z.number().int().optional(),
  elapsed_ms: z.number(),
});

const importPalaceRequestSchema = z.object({
  /**
   * Absolute path of a file or folder: a MemPalace palace, Synaptic's database, a Synapse Palace export, or JSONL
   * of drawers.
   */
  path: z.string().min(1),
  format: z.enum(['auto', ...memoryFormats]),
  /** Count what would be added, and write nothing. */
  dry_run: z.boolean().optional(),
  wait_for_embeddings: z.boolean().optional(),
});
export const importPalaceReportSchema = importReportSchema.extend({
  /** The format that was found. */
  format: z.enum(memoryFormats),
  /** What was left out and where, and what was assumed; at most 200 entries. */
  warnings: z.array(z.string()),
});
export type ImportPalaceReport = z.infer<typeof importPalaceReportSchema>;

export const exportPalaceRequestSchema = z.object({
  /** Absolute path. The folder must be new, empty, or hold an earlier export, which is replaced. */
  folder: z.string().min(1),
  format: z.enum(['jsonl', 'markdown']),
  /** Include sensitive drawers. */
  include_sensitive: z.boolean().optional(),
  /** Include archived drawers; true when absent. */
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
  /** Imports a JSONL file of drawers. Importing again adds only what is missing. Rejects with E_IMPORT_FORMAT and E_CANCELLED. */
  importDrawers: {
    again: 'repeatable',
    params: importRequestSchema,
    result: importReportSchema,
    progress: mineProgressSchema,
  },
  /**
   * Imports another program's memory or an export. Importing again adds only what is missing. Rejects with E_IMPORT_FORMAT and
   * E_CANCELLED; what was filed by then stays.
   */
  importPalace: {
    again: 'repeatable',
    params: importPalaceRequestSchema,
    result: importPalaceReportSchema,
    progress: mineProgressSchema,
  },
  /**
   * Exports the complete palace into a folder, for `importPalace` or another program. The same palace gives the
   * same bytes. Rejects with E_EXPORT_FOLDER, E_DISK_FULL, E_DISK_ERROR and E_CANCELLED; the folder is then unchanged.
   */
  exportPalace: {
    again: 'repeatable',
    params: exportPalaceRequestSchema,
    result: exportPalaceReportSchema,
    progress: mineProgressSchema,
  },
} as const;
