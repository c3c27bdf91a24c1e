import type { Drawer } from '../../model/drawer/drawer.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';

/**
 * Whether a drawer is one part of a source with a common subject: a file, a transcript, a long note. A repository's commits
 * have no common subject.
 */
export const isOfSource = ({
  sourceFile,
  sourceId,
  type,
}: Pick<Drawer, 'sourceFile' | 'sourceId' | 'type'>): boolean =>
  (sourceFile !== null && type !== 'git_commit') || (sourceId !== null && isNoteType(type));
