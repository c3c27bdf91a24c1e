import type { Drawer } from '../../model/drawer/drawer.ts';
import type { PageCursor } from '../../model/query/pageCursor.ts';

/** Drawers, at most 32 MB of texts: a page of long notes ends where it has as many. */
const mostDrawers = 4000;

interface Page {
  readonly drawers: readonly Drawer[];
  readonly next: PageCursor | null;
}

/**
 * A page of a list that splits no long note: such a note, which is kept in several drawers, counts as one for `limit`, and all its
 * drawers of the list are on one page. They follow each other, as they were filed at once. `pageAfter` gives so many of the list's
 * drawers after a cursor, `noteOf` what is equal for the drawers of a note.
 */
export const pageOfWholeNotes = (
  pageAfter: (cursor: PageCursor | null, limit: number) => Page,
  cursor: PageCursor | null,
  limit: number,
  noteOf: (drawer: Drawer) => string,
): Page => {
  const notes = new Set<string>();
  let length = 0;
  let next = cursor;
  do {
    const ahead = pageAfter(next, limit + 1);
    for (const drawer of ahead.drawers) {
      const note = noteOf(drawer);
      const isFull = notes.size === limit || length >= mostDrawers;
      // Only the list itself knows the cursor of a place in it.
      if (isFull && !notes.has(note)) return pageAfter(cursor, length);
      notes.add(note);
      length += 1;
    }
    ({ next } = ahead);
  } while (next !== null);
  return pageAfter(cursor, length);
};
