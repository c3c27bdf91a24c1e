import * as z from 'zod';

const count = z.number().int().min(0);

/** How many of a call's drawers are parts of long notes, and of how many notes. A report has it only if there are any. */
export const longNotesSchema = z.object({ notes: count, drawers: count });
export type LongNotes = z.infer<typeof longNotesSchema>;
