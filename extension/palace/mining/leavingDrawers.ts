import type { Drawer } from '../model/drawer/drawer.ts';
import type { IsoTime } from '../model/drawer/ids.ts';
import { consolidatedReason } from '../model/drawer/noteTypes.ts';
import { isPlacedByHand } from '../filing/placedByHand.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { DrawerPatch } from '../store/queries/drawerPatch.ts';

/**
 * Archive reasons set and cleared by mining. A drawer that was archived for another reason stays archived when its text
 * returns.
 */
export const archiveReasons = { changed: 'source_changed', removed: 'source_removed' } as const;

/**
 * A drawer whose text is gone. If somebody had brought it back from a summary, the summary no longer stands for it: its text
 * returns as it leaves, unlike that of a drawer that leaves {@link outOfPlans}.
 */
export const archivedPatch = ({ rowid, consolidatedInto }: Drawer, reason: string, now: IsoTime): DrawerPatch => ({
  rowid,
  archived: { at: now, reason },
  ...(consolidatedInto === null ? {} : { consolidatedInto: null }),
});

/**
 * Those that a summary stands for, whose text is gone: they get the reason of what happened to the file, so that undoing the plan
 * does not bring an outdated text back.
 */
export const outOfPlans = (drawers: readonly Drawer[], reason: string, now: IsoTime): DrawerPatch[] =>
  drawers
    .filter(({ archived, archiveReason }) => archived && archiveReason === consolidatedReason)
    .map(({ rowid }) => ({ rowid, archived: { at: now, reason } }));

/** The drawers of a source whose text is gone: which are deleted, and which are archived because somebody has touched them. */
export const leave = (
  drawers: readonly Drawer[],
  read: ReadQueries,
  now: IsoTime,
): { deleted: number[]; archived: DrawerPatch[] } => {
  const live = drawers.filter((drawer) => !drawer.archived);
  const tags = live.length === 0 ? new Map() : read.tagsOf(live.map(({ id }) => id));
  const mustStay = (drawer: Drawer): boolean =>
    isTouched(drawer) || tags.has(drawer.id) || isPlacedByHand(drawer, read);
  return {
    deleted: live.filter((drawer) => !mustStay(drawer)).map((drawer) => drawer.rowid),
    archived: live.filter(mustStay).map((drawer) => archivedPatch(drawer, archiveReasons.changed, now)),
  };
};

/** Whether a person or an agent has used or marked the drawer. */
export const isTouched = (drawer: Drawer): boolean => {
  return (
    drawer.pinned ||
    drawer.accessCount > 0 ||
    drawer.tier !== 'working' ||
    drawer.importance !== 0.5 ||
    drawer.supersededBy !== null ||
    drawer.consolidatedInto !== null
  );
};
