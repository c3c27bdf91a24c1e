import type { Drawer } from '../model/drawer/drawer.ts';
import type { SourceId } from '../model/drawer/ids.ts';
import type { SourceRecord } from '../model/source/source.ts';
import { placeOf } from '../filing/placedByHand.ts';
import type { Place } from '../filing/wings.ts';
import type { ReadQueries, WriteTransaction } from '../store/palaceStore.ts';

/** Whether an unread file's source or drawers are filed under another path, wing or room. */
export const isElsewhere = (read: ReadQueries, source: SourceRecord, path: string, place: Place): boolean => {
  return (
    source.path !== path || read.drawersOfSource(source.id).some((drawer) => isMisplaced(drawer, place, read))
  );
};

/** Whether a drawer is elsewhere, though nobody moved it there by hand. */
const isMisplaced = (drawer: Drawer, place: Place, read: ReadQueries): boolean => {
  const wanted = placeOf(drawer, place, read);
  return drawer.wing !== wanted.wing || drawer.room !== wanted.room;
};

/** Moves the drawers of an unread file whose wing, room or path changed. Nothing else about them changes. */
export const moveFileDrawers = (transaction: WriteTransaction, id: SourceId, path: string, place: Place): void => {
  const source = transaction.read.sourceById(id);
  if (source === undefined) return;
  if (source.path !== path) transaction.putSource({ ...source, path });
  const drawers = transaction.read
    .drawersOfSource(id)
    .filter((drawer) => isMisplaced(drawer, place, transaction.read));
  transaction.updateDrawers(drawers.map((drawer) => ({ rowid: drawer.rowid, ...place })));
};
