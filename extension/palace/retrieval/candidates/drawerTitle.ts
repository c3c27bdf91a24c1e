import { bestLine } from '../../../base/text/bestLine.ts';
import { withoutMarks } from '../../../base/text/withoutMarks.ts';
import { commitSubject } from '../../model/text/commitSubject.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { placeInSource } from '../../model/source/sourcePlace.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';
import { textStart } from '../../../base/text/textStart.ts';

/** Longest title, in characters. */
const longest = 80;

/**
 * A drawer's name in a list: its path and lines; a commit's subject; the first line, without its markup, of a note and of what has
 * no source. A sensitive one is never quoted.
 */
export const drawerTitle = ({ sourceFile, lines, sensitive, text, id, type }: Drawer): string => {
  if (sourceFile !== null && type !== 'git_commit' && !isNoteType(type))
    return `${sourceFile}${placeInSource(sourceFile, lines)}`;
  if (sensitive) return `sensitive drawer ${id}`;
  const line = type === 'git_commit' ? commitSubject(text) : withoutMarks(bestLine(text, []));
  const first = line.trim() || id;
  return first.length <= longest ? first : `${textStart(first, longest - 1)}…`;
};
