import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import { shelves } from '../model/drawer/shelf.ts';
import { drawerViewSchema } from './drawerViewSchema.ts';
import { growthSchema } from './growthSchema.ts';
import { filterSchema } from './search/drawerFilterSchema.ts';

const count = z.number().int().min(0);
/** Wing → room → number of drawers. */
const roomCountsSchema = recordByName(recordByName(count));

const shelfPlaceShape = {
  shelf: z.enum(shelves),
  wing: z.string().optional(),
  room: z.string().optional(),
  filter: filterSchema.optional(),
};
const pageShape = { offset: count.optional(), limit: z.number().int().min(1).max(1000).optional() };

const shelfGroupSchema = z.object({
  /** A file's or a conversation's path, a branch; '' for drawers without one, which are then grouped by wing and room. */
  group: z.string(),
  /** The newest drawer's time. */
  wing: z.string(),
  room: z.string(),
  drawers: count,
  filed_at: z.string(),
  /** A conversation's title; null if it has none. */
  title: z.string().nullable(),
});
export type ShelfGroup = z.infer<typeof shelfGroupSchema>;

/** Rows of the palace's table of calls: the palace as a tree, read level by level. */
export const browseCalls = {
  /**
   * How many drawers pass the filter, by shelf, wing and room; a long note counts once in a room. A shelf without
   * drawers has no wings.
   */
  shelves: {
    again: 'read',
    params: z.object({ filter: filterSchema.optional() }),
    result: z.object({
      files: roomCountsSchema,
      commits: roomCountsSchema,
      conversations: roomCountsSchema,
      notes: roomCountsSchema,
    }),
  },
  /** Files by path; conversations and branches by their newest drawer, the latest first. */
  shelfGroups: {
    again: 'read',
    params: z.object({ ...shelfPlaceShape, ...pageShape }),
    result: z.object({ groups: z.array(shelfGroupSchema), total: count }),
  },
  /**
   * The drawers of a file or a conversation in the order of its text, all others newest first. A long note is one in a
   * room: the first of its parts that pass the filter.
   */
  shelfDrawers: {
    again: 'read',
    params: z.object({ ...shelfPlaceShape, ...pageShape, group: z.string().optional() }),
    result: z.object({ drawers: z.array(drawerViewSchema), total: count }),
  },
  growth: { again: 'read', params: z.object({}), result: growthSchema },
} as const;
