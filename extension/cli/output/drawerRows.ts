import { commitSubject } from '../../palace/model/text/commitSubject.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { firstLine } from '../../base/text/firstLine.ts';
import { printable, printableName } from '../../base/text/printable.ts';
import { clip } from '../terminal/terminal.ts';
import { drawerPlace } from './drawerPlace.ts';

/** Drawers, a line each: ID, place and beginning. A long note has one line, by the first of its parts among them. */
export const drawerRows = (drawers: readonly DrawerView[], columns: number): readonly string[] =>
  notesOnce(drawers).map((drawer) =>
    clip(
      `${printableName(drawer.drawer_id)}  ${printable(`${drawerPlace(drawer)}  ${beginning(drawer)}`)}`,
      columns,
    ),
  );

const notesOnce = (drawers: readonly DrawerView[]): readonly DrawerView[] => {
  const seen = new Set<string>();
  return drawers.filter(({ part_of: note }) => {
    const isSeen = note !== undefined && seen.has(note.drawer_id);
    if (note !== undefined) seen.add(note.drawer_id);
    return !isSeen;
  });
};

const beginning = ({ type, text }: DrawerView): string =>
  type === 'git_commit' ? commitSubject(text) : firstLine(text);
