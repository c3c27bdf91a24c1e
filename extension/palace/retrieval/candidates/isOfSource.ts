import type { Drawer } from '../../model/drawer.ts';
import { isNoteType } from '../../model/noteTypes.ts';

/** Whether a drawer has a source that other drawers may be of, too: a file, a transcript, or a note in several parts. A repository's commits are of many matters. */
export const isOfSource = ({
  sourceFile,
  sourceId,
  type,
}: Pick<Drawer, 'sourceFile' | 'sourceId' | 'type'>): boolean =>
  (sourceFile !== null && type !== 'git_commit') || (sourceId !== null && isNoteType(type));
