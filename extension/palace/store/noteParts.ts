import type { Drawer } from '../model/drawer/drawer.ts';
import type { SourceId } from '../model/drawer/ids.ts';
import type { ReadQueries } from './palaceStore.ts';

/** All parts of the note that a drawer is a part of, in order; the drawer alone if it is not part of a longer note. */
export const partsOfNote = (
  read: Pick<ReadQueries, 'sourceById' | 'drawersOfSource'>,
  drawer: Drawer,
): readonly [Drawer, ...Drawer[]] => {
  const { sourceId } = drawer;
  const siblings = sourceId === null || !isOneNote(read, sourceId) ? [] : read.drawersOfSource(sourceId);
  const [first = drawer, ...others] = siblings;
  return [first, ...others];
};

/** Whether a source's drawers are the parts of one note. Imported notes may share a source without being parts of one text. */
export const isOneNote = (read: Pick<ReadQueries, 'sourceById'>, source: SourceId): boolean =>
  read.sourceById(source)?.kind === 'note';

/** What is equal for all parts of a long note, and for no two notes. */
export const noteKey = (read: Pick<ReadQueries, 'sourceById'>, { id, part, sourceId }: Drawer): string =>
  part !== null && sourceId !== null && isOneNote(read, sourceId) ? sourceId : id;
