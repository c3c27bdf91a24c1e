import { commitSubject } from '../../palace/model/text/commitSubject.ts';
import { noteIdOf } from '../../palace/contract/noteIdOf.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { firstOfEach } from '../../base/firstOfEach.ts';
import { firstLine } from '../../base/text/firstLine.ts';
import { printable, printableName } from '../../base/text/printable.ts';
import { clip } from '../terminal/terminal.ts';
import { drawerPlace } from './drawerPlace.ts';

/** Drawers, a line each: ID, place and beginning. A long note has one line, by the first of its parts among them. */
export const drawerRows = (drawers: readonly DrawerView[], columns: number): readonly string[] => {
  const firstParts = new Map(
    drawers.toSorted((a, b) => partOf(b) - partOf(a)).map((drawer) => [noteIdOf(drawer), drawer]),
  );
  return firstOfEach(drawers, noteIdOf).map((listed) => {
    const drawer = firstParts.get(noteIdOf(listed)) ?? listed;
    return clip(
      `${printableName(drawer.drawer_id)}  ${printable(`${drawerPlace(drawer)}  ${beginning(drawer)}`)}`,
      columns,
    );
  });
};

const partOf = ({ part_of: note }: DrawerView): number => note?.part ?? 1;

const beginning = ({ type, text }: DrawerView): string =>
  type === 'git_commit' ? commitSubject(text) : firstLine(text);
