import type { IndexedDrawer } from '../model/drawer/drawer.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';

const noSource = '';
/** Prefix of the ID of a note's source: every note is a separate source, even if two came from one file. */
const noteMark = '\0';

/** Drawers with equal keys share a source: one per path for what was mined, one per note for notes. */
export const sourceKey = ({ type, sourceFile, sourceId }: IndexedDrawer): string =>
  `${sourceFile ?? noSource}${isNoteType(type) && sourceId !== null ? `${noteMark}${sourceId}` : ''}`;

/** The path in a source's key; '' if it has none. */
export const pathOf = (key: string): string => key.split(noteMark, 1)[0] ?? noSource;
