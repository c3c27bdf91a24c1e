import * as z from 'zod';
import { tiers } from '../model/drawer/drawer.ts';
import { longNotesSchema } from './longNotesSchema.ts';
import { patternChangeSchema } from './memory/patternSchemas.ts';
import { mineProgressSchema } from './filing/mineProgress.ts';
import { noteTypes } from '../model/drawer/noteTypes.ts';
import { lineRangeSchema } from './search/searchResult.ts';
import { curationActions, curationModes } from './curation.ts';

/** Wire format of the calls that save and change notes, tags and marks. */

const noteTypeSchema = z.enum(noteTypes);
const tierSchema = z.enum(tiers);
const importanceSchema = z.number().min(0).max(1);

const duplicateSchema = z.object({
  drawer_id: z.string(),
  /** Cosine; 1 if the text is the same. */
  similarity: z.number(),
  kind: z.enum(['exact', 'near']),
  /** Empty for a sensitive drawer. */
  text_start: z.string(),
  type: z.string().optional(),
  /** Where it has the same sentence as the compared note, but with another number, date or decision. */
  differs: z
    .array(z.object({ kind: z.enum(['number', 'date', 'decision']), says: z.string(), newer_says: z.string() }))
    .optional(),
});
export type Duplicate = z.infer<typeof duplicateSchema>;

/** What curation says about an older note on the same subject. Nothing is ever deleted. */
export const curationSchema = z.object({
  drawer_id: z.string(),
  /** UPDATE, DELETE: the new note replaces it; ADD: both stay; NOOP: the new note adds nothing. */
  action: z.enum(curationActions),
  reason: z.string(),
  similarity: z.number(),
  /** Whether it is marked as replaced by the new note now. */
  applied: z.boolean(),
  /** Empty for a sensitive drawer. */
  text_start: z.string(),
});
export type Curation = z.infer<typeof curationSchema>;

const saveRequestSchema = z.object({
  /** Kept verbatim. */
  text: z.string(),
  type: noteTypeSchema,
  /** When absent: the wing of `source.file`, else the workspace's. */
  wing: z.string().optional(),
  /** `notes` when absent. */
  room: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** The type's first tier when absent. */
  tier: tierSchema.optional(),
  pinned: z.boolean().optional(),
  importance: importanceSchema.optional(),
  sensitive: z.boolean().optional(),
  /** Where the text was taken from: a workspace-relative path with `/`, and its lines. */
  source: z.object({ file: z.string().min(1), lines: lineRangeSchema.optional() }).optional(),
  /** Save it although a drawer has the same text. */
  allow_duplicate: z.boolean().optional(),
  /** ISO date or time; now when absent. */
  filed_at: z.string().optional(),
  /** A call repeated under this ID files nothing and returns the first answer. */
  request_id: z.string().min(1).max(200).optional(),
  /** The agent's or person's session in which it is saved; kept as the property `session`. */
  session_id: z.string().min(1).max(200).optional(),
  /** The profile's flag `curate` when absent. */
  curate: z.enum(curationModes).optional(),
});
export type SaveRequest = z.infer<typeof saveRequestSchema>;

export const saveReportSchema = z.object({
  /** The note, or its first part; null if it was not saved because of duplicates. */
  drawer_id: z.string().nullable(),
  saved: z.boolean(),
  /** Drawers with the same text. */
  duplicates: z.array(duplicateSchema),
  /** `due`: `noteChecks` reports near-duplicates once the note has a vector; `none`: it never gets one. */
  check: z.enum(['due', 'none']),
  warnings: z.array(z.string()),
  /** What an issue changed in the recurring issues, going by those with the same text; null for other types. */
  pattern: patternChangeSchema.nullable(),
  /** The part of `elapsed_ms` spent on patterns; null if no pattern was looked for. */
  pattern_ms: z.number().nullable(),
  elapsed_ms: z.number(),
});
export type SaveReport = z.infer<typeof saveReportSchema>;

/** What was found about a saved note once it had a vector. */
const noteCheckSchema = z.object({
  drawer_id: z.string(),
  checked_at: z.string(),
  /** Near-duplicates, most similar first. */
  duplicates: z.array(duplicateSchema),
  /** What an issue changed in the recurring issues, by meaning. */
  pattern: patternChangeSchema.nullable(),
  /** What is to be done about older notes on the same subject; empty unless curation is on. */
  curation: z.array(curationSchema),
  /** Milliseconds of the check: one scan of the vectors. */
  check_ms: z.number(),
});
export type NoteCheck = z.infer<typeof noteCheckSchema>;

export const noteChecksReportSchema = z.object({
  /** Of the requested notes, in the order requested. */
  checks: z.array(noteCheckSchema),
  /** Notes whose check is still due. */
  due: z.array(z.string()),
  /** Why due checks can't be made now; null if they can. */
  unavailable: z.string().nullable(),
});
export type NoteChecksReport = z.infer<typeof noteChecksReportSchema>;

const checkDuplicateRequestSchema = z.object({ text: z.string(), wing: z.string().optional() });
const checkDuplicateReportSchema = z.object({
  /** Most similar first. */
  duplicates: z.array(duplicateSchema),
  /** False if only equal texts were looked for, because the model can't be used; `warnings` say why. */
  near_checked: z.boolean(),
  warnings: z.array(z.string()),
});
export type CheckDuplicateReport = z.infer<typeof checkDuplicateReportSchema>;

const editNoteRequestSchema = z.object({
  /** The note, or any part of it. */
  drawer_id: z.string(),
  /** The new text of the complete note, kept verbatim. */
  text: z.string(),
});
export const editNoteReportSchema = z.object({
  /** The note with its new text, or its first part. */
  drawer_id: z.string(),
  /** False if the text was already the same. */
  edited: z.boolean(),
  /** The drawers that the new text superseded, now archived. */
  archived: z.array(z.string()),
});
export type EditNoteReport = z.infer<typeof editNoteReportSchema>;

const noteTextSchema = z.object({
  /** The note's parts, in order. */
  drawer_ids: z.array(z.string()),
  /** What each of them means to a client that reads the note in parts. */
  parts: z.array(z.object({ drawer_id: z.string(), characters: z.number().int(), sensitive: z.boolean() })),
  /** The text of all parts together. */
  text: z.string(),
});

const updateRequestSchema = z.object({
  drawer_ids: z.array(z.string()).min(1).max(1000),
  /**
   * Changes every part of a note that a drawer is part of. When something is no longer sensitive, other parts in which a secret was
   * found are left out.
   */
  whole_notes: z.boolean().optional(),
  tags_add: z.array(z.string()).optional(),
  tags_remove: z.array(z.string()).optional(),
  /** Moves them: their IDs stay, and mining or an import does not move them back. */
  wing: z.string().optional(),
  room: z.string().optional(),
  tier: tierSchema.optional(),
  pinned: z.boolean().optional(),
  importance: importanceSchema.optional(),
  sensitive: z.boolean().optional(),
  /** For notes only. */
  type: noteTypeSchema.optional(),
  /** True archives them, false restores them. */
  archived: z.boolean().optional(),
  /** With `archived: true`; `by_hand` when absent. */
  archive_reason: z.string().min(1).max(200).optional(),
  /** The drawer that replaces them; null for none. */
  superseded_by: z.string().nullable().optional(),
});
export type UpdateRequest = z.infer<typeof updateRequestSchema>;

/** Why an agent's curation leaves a drawer as it is. */
export const notReplacedReasons = ['pinned', 'sensitive', 'issue', 'mined'] as const;

export const updateReportSchema = z.object({
  updated: z.number().int(),
  /** Of the updated drawers. */
  long_notes: longNotesSchema.optional(),
  /** How many needed no change. */
  unchanged: z.number().int(),
  /** IDs of drawers that do not exist. */
  missing: z.array(z.string()),
  /** Those of the unchanged ones that an agent would have archived but for a pin; absent if there are none. */
  pinned: z.array(z.string()).optional(),
  /** Those of the unchanged ones that an agent would have marked as replaced, and what keeps them; absent if there are none. */
  not_replaced: z.array(z.object({ drawer_id: z.string(), because: z.enum(notReplacedReasons) })).optional(),
});
export type UpdateReport = z.infer<typeof updateReportSchema>;

/**
 * Tags in use, most used first, without the commits' own tags. Of several spellings, only the most used one is
 * listed.
 */
export const tagListSchema = z.object({ tags: z.array(z.object({ tag: z.string(), drawers: z.number().int() })) });

/** Rows of the palace's table of calls. */
export const noteCalls = {
  /** Files a note, unless the palace has its text already. Rejects with E_NOTE and E_TAG. */
  save: { again: 'once', params: saveRequestSchema, result: saveReportSchema },
  /** Files a note's new text and archives the old one. Rejects with E_NOTE, E_NOT_A_NOTE, E_DRAWER_NOT_FOUND. */
  editNote: { again: 'once', params: editNoteRequestSchema, result: editNoteReportSchema },
  /** The complete text of a note, which may consist of several drawers. Rejects with E_NOT_A_NOTE, E_DRAWER_NOT_FOUND. */
  noteText: { again: 'read', params: z.object({ drawer_id: z.string() }), result: noteTextSchema },
  /**
   * Changes what is noted about drawers (tags, tier, pin, archive…), never their text: all of it in one transaction. Rejects with
   * E_TAG, E_NOT_A_NOTE, E_SUPERSEDE, and with E_NOTE for a wing or room that can't be a name.
   */
  update: { again: 'once', params: updateRequestSchema, result: updateReportSchema },
  /** Drawers with the same text or the same meaning. */
  checkDuplicate: { again: 'read', params: checkDuplicateRequestSchema, result: checkDuplicateReportSchema },
  /** What was found about saved notes after they were acknowledged. */
  noteChecks: {
    again: 'read',
    params: z.object({
      /** When absent: all whose check is due. */
      drawer_ids: z.array(z.string()).max(1000).optional(),
      /** Wait until they are checked, or can't be. */
      wait: z.boolean().optional(),
    }),
    result: noteChecksReportSchema,
    progress: mineProgressSchema,
  },
  /** The tags in use. */
  tags: { again: 'read', params: z.object({}), result: tagListSchema },
} as const;
