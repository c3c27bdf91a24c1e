import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import { entryTypes, tiers } from '../model/drawer/drawer.ts';
import { lineRangeSchema } from './search/searchResult.ts';

/** Wire format of a drawer. */
export const drawerViewSchema = z.object({
  /** Of a linked palace's drawer: `palace:drawer`. */
  drawer_id: z.string(),
  /** The linked palace that it lives in; absent: this one. */
  palace: z.string().optional(),
  /** Folder of the linked palace's workspace; null if it is not known. */
  palace_workspace: z.string().nullable().optional(),
  wing: z.string(),
  room: z.string(),
  type: z.enum(entryTypes),
  tier: z.enum(tiers),
  text: z.string(),
  source_file: z.string().nullable(),
  span: z.object({ start: z.number().int(), end: z.number().int() }).nullable(),
  lines: lineRangeSchema.nullable(),
  chunk_index: z.number().int(),
  content_hash: z.string(),
  filed_at: z.string(),
  created_at: z.string(),
  importance: z.number(),
  pinned: z.boolean(),
  sensitive: z.boolean(),
  /** Where the secrets are in the text of a sensitive drawer; empty if a person has marked it as sensitive. */
  secret_spans: z.array(lineRangeSchema).optional(),
  archived: z.boolean(),
  archived_at: z.string().nullable(),
  archive_reason: z.string().nullable(),
  access_count: z.number().int(),
  last_accessed: z.string().nullable(),
  speaker: z.string().nullable(),
  has_vector: z.boolean(),
  /** True: the model can't embed its text, so it never gets a vector; absent: it can, or that is not known. */
  unembeddable: z.boolean().optional(),
  superseded_by: z.string().nullable(),
  consolidated_into: z.string().nullable(),
  tags: z.array(z.string()),
  /** Of a part of a long note: the note’s first part, the number of this one (from 1), and how many there are. */
  part_of: z.object({ drawer_id: z.string(), part: z.number().int(), parts: z.number().int() }).optional(),
  /** The member of the team who filed it; absent: it was filed here. */
  filed_by: z.string().optional(),
  /** Further facts by name: a commit's author, a conversation's title. */
  properties: recordByName(z.string()),
});
export type DrawerView = z.infer<typeof drawerViewSchema>;

/** One drawer that was asked for. */
export const shownDrawerSchema = drawerViewSchema.extend({
  /** Only where its text is not the one that was filed. */
  warnings: z.array(z.string()).optional(),
});
export type ShownDrawer = z.infer<typeof shownDrawerSchema>;
