import type { Drawer } from '../../model/drawer.ts';

/** Longest title, in characters. */
const longest = 80;

/** What a drawer is called in a list: path and lines; a commit and what has no source by its first line; a sensitive one is never quoted. */
export const drawerTitle = ({ sourceFile, lines, sensitive, text, id, type }: Drawer): string => {
  if (sourceFile !== null && type !== 'git_commit')
    return `${sourceFile}${lines === null ? '' : `:${lines.start}–${lines.end}`}`;
  if (sensitive) return `sensitive drawer ${id}`;
  const first =
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? id;
  return first.length <= longest ? first : `${first.slice(0, longest - 1)}…`;
};
