import * as z from 'zod';
import { entryTypes } from '../model/drawer/vocabulary.ts';

/** Wire format of erasing for good. */

const count = z.number().int().min(0);

const eraseReasons = ['asked', 'part', 'earlier_text', 'same_text', 'summary'] as const;
/** Why a drawer is erased: it was named, or it belongs to one that was. */
export type EraseReason = (typeof eraseReasons)[number];

/** What erasing drawers would reach, so that a person can agree to it. */
export const eraseReachSchema = z.object({
  drawers: z.array(
    z.object({
      drawer_id: z.string(),
      why: z.enum(eraseReasons),
      type: z.enum(entryTypes),
      /** Its source's path; null if it has none. */
      source_file: z.string().nullable(),
      archived: z.boolean(),
      /** The first characters of its text; empty for a sensitive drawer. */
      text_start: z.string(),
      /**
       * Whether its source is read again automatically: this text is then never filed again, but the source
       * keeps it.
       */
      returns: z.boolean(),
    }),
  ),
  /** Drawers that come back from the archive, because the summary that stands for them is erased. */
  come_back: z.array(z.string()),
  /** Stored plans that name one of the drawers. */
  plans: z.array(z.string()),
  /** Logged searches that returned one of them or have one of their words. */
  queries: count,
  /** Backups, which are replaced by a new one, and files kept by a repair or an interrupted run. */
  backups: count,
  other_copies: count,
  /** Other drawers that quote the text; they stay. Null if nobody looked, because there are too many drawers. */
  quoted_in: z.array(z.string()).nullable(),
});
export type EraseReach = z.infer<typeof eraseReachSchema>;

/** What was erased. */
export const erasedSchema = z.object({
  /** Drawers. */
  erased: count,
  /** Drawers that came back from the archive. */
  come_back: count,
});

const drawerIds = z.array(z.string()).min(1).max(1000);

/** Rows of the palace's table of calls. */
export const eraseCalls = {
  /** What erasing these drawers would reach. Rejects with E_DRAWER_NOT_FOUND. */
  eraseReach: { again: 'read', params: z.object({ drawer_ids: drawerIds }), result: eraseReachSchema },
  /**
   * Erases drawers for good, with everything that belongs to them, from every file of the palace, and answers
   * once that is done. Refuses agents (E_APPROVAL), and an erasure that would reach another number of drawers
   * than was agreed to (E_ERASE).
   */
  erase: {
    again: 'once',
    params: z.object({ drawer_ids: drawerIds, agreed_drawers: count }),
    result: erasedSchema,
  },
} as const;
