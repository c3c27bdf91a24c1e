import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId } from '../model/drawer/ids.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { partsOfNote } from '../store/noteParts.ts';
import type { ReadQueries } from '../store/palaceStore.ts';

/** A note with all its parts. */
export interface Note {
  /** In order; at least one. */
  readonly parts: readonly [Drawer, ...Drawer[]];
  readonly text: string;
}

/** The note that a drawer is or belongs to. Throws E_DRAWER_NOT_FOUND, E_NOT_A_NOTE. */
export const noteOf = (read: ReadQueries, id: string): Note => {
  const drawer = read.drawerById(drawerId(id));
  if (drawer === undefined)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
  if (!isNoteType(drawer.type))
    throw new PalaceError(
      'E_NOT_A_NOTE',
      drawer.sourceFile === null
        ? errorText`${id} is not a note, it was mined (${drawer.type}).`
        : errorText`${id} is not a note, it was mined (${drawer.type}, from ${drawer.sourceFile}).`,
    );
  const parts = partsOfNote(read, drawer);
  return { parts, text: parts.map(({ text }) => text).join('') };
};
