import type { LongNotes } from '../contract/longNotesSchema.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId, type DrawerId, type SourceId } from '../model/drawer/ids.ts';
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

/**
 * The IDs, each once, with those of all parts of the notes that they are parts of, unless `isLeftOut` leaves such a part
 * out. However many parts of a note are named, the note is read once.
 */
export const withNoteParts = <Id extends string>(
  read: Pick<ReadQueries, 'drawerById' | 'sourceById' | 'drawersOfSource'>,
  ids: readonly Id[],
  isLeftOut: (part: Drawer) => boolean = () => false,
): readonly (Id | DrawerId)[] => {
  const all = new Set<Id | DrawerId>(ids);
  const seen = new Set<string>();
  for (const id of new Set(ids)) {
    const drawer = seen.has(id) ? undefined : read.drawerById(drawerId(id));
    if (drawer === undefined) continue;
    for (const part of partsOfNote(read, drawer)) {
      seen.add(part.id);
      if (!isLeftOut(part)) all.add(part.id);
    }
  }
  return [...all];
};

/** Imported notes may share a source without being parts of one text. */
const isOneNote = (read: Pick<ReadQueries, 'sourceById'>, source: SourceId): boolean =>
  read.sourceById(source)?.kind === 'note';

/** Whether a drawer is one of several parts of a note. */
export const isPartOfNote = (
  read: Pick<ReadQueries, 'sourceById'>,
  { part, sourceId }: Pick<Drawer, 'part' | 'sourceId'>,
): boolean => part !== null && sourceId !== null && isOneNote(read, sourceId);

/** How many of the drawers are parts of long notes, and of how many notes; undefined if none is. */
export const longNotesAmong = (
  read: Pick<ReadQueries, 'sourceById'>,
  drawers: readonly Drawer[],
): LongNotes | undefined => {
  const parts = drawers.filter((drawer) => isPartOfNote(read, drawer));
  return parts.length === 0
    ? undefined
    : { notes: new Set(parts.map(({ sourceId }) => sourceId)).size, drawers: parts.length };
};

/** What is equal for all parts of a long note, and for no two notes. */
export const noteKey = (read: Pick<ReadQueries, 'sourceById'>, drawer: Drawer): string =>
  (isPartOfNote(read, drawer) ? drawer.sourceId : null) ?? drawer.id;
