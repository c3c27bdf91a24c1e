import type { Drawer } from '../model/drawer/drawer.ts';
import type { SourceId } from '../model/drawer/ids.ts';
import type { ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import { rebuildClosets } from './closets/fileClosets.ts';
import { importSourceId } from './importSource.ts';
import type { Place } from './wings.ts';

/** Archive reason of a drawer that was used here, but that nobody in the team files any more. */
export const removedReason = 'team_removed';

/** Drawers of a file that came from the team, in the wing in which the file is mined here. */
export const pulledDrawersOf = (read: ReadQueries, { wing, room }: Place, path: string): Drawer[] => {
  const drawers = read.drawersOfSource(importSourceId({ wing, room, source_file: path }));
  if (drawers.length === 0) return [];
  const pulled = read.team.filedBy(drawers.map(({ id }) => id));
  return drawers.filter((drawer) => drawer.wing === wing && pulled.has(drawer.id));
};

/**
 * Makes drawers that came from the team this palace's own, as drawers of a source that was read here. Everything
 * else about them stays. The team is told that this palace files them, too.
 */
export const adopt = (transaction: WriteTransaction, drawers: readonly Drawer[], source: SourceId): void => {
  transaction.updateDrawers(drawers.map(({ rowid }) => ({ rowid, sourceId: source })));
  for (const { id } of drawers) transaction.team.dropHolder(id, null);
  if (drawers.length > 0) transaction.team.offerAgain(drawers.map(({ rowid }) => rowid));
  for (const left of new Set(drawers.flatMap(({ sourceId }) => sourceId ?? []))) {
    rebuildClosets(transaction, left);
    if (transaction.read.drawersOfSource(left).length === 0) transaction.removeSource(left);
  }
};
