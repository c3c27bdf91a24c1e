import type { Drawer } from '../model/drawer/drawer.ts';
import type { ReadQueries } from './palaceStore.ts';

/** All parts of the note that a drawer is a part of, in order; the drawer alone if it is not part of a longer note. */
export const partsOfNote = (
  read: Pick<ReadQueries, 'sourceById' | 'drawersOfSource'>,
  drawer: Drawer,
): readonly [Drawer, ...Drawer[]] => {
  const source = drawer.sourceId === null ? undefined : read.sourceById(drawer.sourceId);
  // Imported notes may share a source without being parts of one text.
  const siblings = source?.kind === 'note' ? read.drawersOfSource(source.id) : [];
  const [first = drawer, ...others] = siblings;
  return [first, ...others];
};
