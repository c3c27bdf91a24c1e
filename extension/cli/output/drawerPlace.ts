import { printableName } from '../../base/text/printable.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

/** A drawer's origin in a few words: a file with its lines, a commit, or a note. It stays within a line. */
export const drawerPlace = ({ source_file: file, lines, type, tags, part_of: note }: DrawerView): string => {
  if (note !== undefined) return `note, part ${note.part} of ${note.parts}`;
  if (file === null) return 'note';
  const sha = type === 'git_commit' ? tags.find((tag) => tag.startsWith('sha:')) : undefined;
  return sha === undefined
    ? `${printableName(file)}${placeInSource(file, lines)}`
    : `${printableName(file)} ${sha.slice(4, 11)}`;
};
