import * as z from 'zod';
import { drawerViewSchema } from './drawerViewSchema.ts';

const count = z.number().int().min(0);

const fileNameSchema = z.object({
  /** As the palace writes it; an absolute path for a file outside the mined folders. */
  path: z.string(),
  /** Until when the file had this name (ISO-8601); null: this is its present name. */
  until: z.string().nullable(),
});

const fileEventSchema = z.object({
  /** The path that the file had then. */
  path: z.string(),
  /** How many drawers of the file were filed together; `drawer` is the first of them. 1 for all else. */
  drawers: count,
  drawer: drawerViewSchema,
});
export type FileEventView = z.infer<typeof fileEventSchema>;

export const fileHistorySchema = z.object({
  /** The present name first. */
  names: z.array(fileNameSchema),
  /** Newest first. */
  events: z.array(fileEventSchema),
  /** How many there are, of which `events` are the newest. */
  total: count,
});
export type FileHistoryView = z.infer<typeof fileHistorySchema>;

/** Rows of the palace's table of calls. */
export const historyCalls = {
  /**
   * What the palace knows about a file over time: its mined drawers, the commits that changed it, the notes
   * taken from it, and the notes and conversations that mention it, archived ones included. `path` is absolute.
   * The file need not exist.
   */
  fileHistory: {
    again: 'read',
    params: z.object({ path: z.string(), limit: z.number().int().min(1).max(1000).optional() }),
    result: fileHistorySchema,
  },
} as const;
