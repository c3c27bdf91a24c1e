import type { Drawer } from '../../model/drawer.ts';
import { placeInSource } from '../../model/sourcePlace.ts';
import { isNoteType } from '../../model/noteTypes.ts';

/** Longest title, in characters. */
const longest = 80;

/** A drawer's name in a list: its path and lines, or its first line if it is a commit, a note or has no source. A sensitive one is never quoted. */
export const drawerTitle = ({ sourceFile, lines, sensitive, text, id, type }: Drawer): string => {
  if (sourceFile !== null && type !== 'git_commit' && !isNoteType(type))
    return `${sourceFile}${placeInSource(sourceFile, lines)}`;
  if (sensitive) return `sensitive drawer ${id}`;
  const first =
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? id;
  return first.length <= longest ? first : `${first.slice(0, longest - 1)}…`;
};
