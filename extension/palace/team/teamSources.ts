import { sourceId, type IsoTime } from '../model/drawer/ids.ts';
import { importSource } from '../filing/importSource.ts';
import { unreadSource } from '../filing/unreadSource.ts';
import type { ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import type { ImportedDrawer } from '../transfer/record/importItem.ts';
import type { ImportedSources } from '../transfer/importedSources.ts';

/**
 * The sources of drawers that come from the team. A note keeps its source, so that it can be edited as a whole. Everything else gets
 * a source that mining leaves alone: otherwise mining would take another workspace's file for a deleted file of this one.
 */
export const teamSources: ImportedSources = {
  learned: [],
  learn: () => undefined,
  of(transaction: WriteTransaction, { wing, room, source }: ImportedDrawer, now: IsoTime) {
    if (source === null) return null;
    if (source.kind !== 'note' || source.id === null)
      return importSource(transaction, { wing, room, source_file: source.path }, now);
    const id = sourceId(source.id);
    const here = transaction.read.sourceById(id);
    if (here === undefined) transaction.putSource(unreadSource({ id, kind: 'note', path: source.path }, now));
    // Otherwise it would become part of a note that somebody here has in another wing.
    else if (here.kind !== 'note' || transaction.read.drawersOfSource(id).some((part) => part.wing !== wing))
      return importSource(transaction, { wing, room, source_file: source.path }, now);
    return id;
  },
};

/** Whether this palace mines the drawer's file itself, into the same wing. Then its own drawers stay. */
export const isMinedHere = (read: ReadQueries, { wing, source }: ImportedDrawer): boolean => {
  if (source?.kind !== 'file') return false;
  const here = read.sourceByPath('file', source.path);
  return (
    here !== undefined && read.drawersOfSource(here.id).some((drawer) => drawer.wing === wing && !drawer.archived)
  );
};
