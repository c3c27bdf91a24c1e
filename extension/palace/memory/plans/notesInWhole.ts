import { plural } from '../../../base/text/plural.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { noteKey, partsOfNote } from '../../store/noteParts.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/**
 * Which of the drawers one summary may replace: a summary stands for a long note or leaves it alone, never for some of its parts.
 * Archived parts don't count. Both in the given order.
 */
export const notesInWhole = (
  drawers: readonly Drawer[],
  read: Pick<ReadQueries, 'sourceById' | 'drawersOfSource'>,
): { readonly whole: readonly Drawer[]; readonly partial: readonly Drawer[] } => {
  const ids = new Set<string>(drawers.map(({ id }) => id));
  /** By {@link noteKey}: the note is read once, not for each of its parts. */
  const isWhole = new Map<string, boolean>();
  const whole = new Set<Drawer>();
  for (const drawer of drawers) {
    const note = noteKey(read, drawer);
    const known =
      isWhole.get(note) ??
      (note === drawer.id || partsOfNote(read, drawer).every(({ id, archived }) => archived || ids.has(id)));
    isWhole.set(note, known);
    if (known) whole.add(drawer);
  }
  return { whole: [...whole], partial: drawers.filter((drawer) => !whole.has(drawer)) };
};

/** What a plan says of the parts that are in none of its groups. */
export const partialWarnings = (parts: number): readonly string[] =>
  parts === 0
    ? []
    : [
        `${plural(parts, 'part')} of long notes ${parts === 1 ? 'is' : 'are'} left out: a note is summarized as a whole, and its other parts are not in the group.`,
      ];
