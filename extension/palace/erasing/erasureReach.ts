import type { EraseReason } from '../contract/eraseSchemas.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId, type DrawerId } from '../model/drawer/ids.ts';
import { errorText } from '../model/errors/errorText.ts';
import { consolidatedReason } from '../model/drawer/noteTypes.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { withNoteParts } from '../store/noteParts.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import { textTelling, type WordsOfPalace } from './textTelling.ts';

export interface ReachedDrawer {
  readonly drawer: Drawer;
  readonly why: EraseReason;
}

/** Everything that goes when drawers are erased for good. */
export interface ErasureReach {
  readonly drawers: readonly ReachedDrawer[];
  /** Drawers that come back from the archive, because the summary that stands for them goes. */
  readonly comeBack: readonly Drawer[];
  /** IDs of plans. */
  readonly plans: readonly string[];
  /** Numbers of logged searches. */
  readonly queries: readonly number[];
}

/**
 * Finds everything that must be erased together with the requested drawers: the other parts of a note, its earlier
 * texts, drawers of the same text, summaries of any of these. Where only somebody else's claim connects two drawers
 * (`isClaimed`), the second is erased only within the same wing: naming a drawer does not erase it. Throws
 * E_DRAWER_NOT_FOUND if one of `ids` is unknown.
 */
export const erasureReach = (
  read: ReadQueries,
  ids: readonly string[],
  words: WordsOfPalace,
  isClaimed: (drawer: Drawer) => boolean = () => false,
): ErasureReach => {
  const reached = reachedFrom(read, ids, isClaimed);
  const drawers = [...reached.values()];
  const reachedIds = [...reached.keys()];
  return {
    drawers,
    comeBack: read
      .drawersPointingToAny(reachedIds)
      .flatMap((id) => read.drawerById(id) ?? [])
      .filter(
        ({ id, consolidatedInto, archived, archiveReason }) =>
          !reached.has(id) &&
          consolidatedInto !== null &&
          reached.has(consolidatedInto) &&
          archived &&
          archiveReason === consolidatedReason,
      ),
    plans: read.plansNaming(reachedIds),
    queries: read.queriesAbout(
      reachedIds,
      textTelling(
        drawers.map(({ drawer }) => drawer),
        words,
      ),
    ),
  };
};

const reachedFrom = (
  read: ReadQueries,
  ids: readonly string[],
  isClaimed: (drawer: Drawer) => boolean,
): ReadonlyMap<DrawerId, ReachedDrawer> => {
  const reached = new Map<DrawerId, ReachedDrawer>();
  let fresh: DrawerId[] = [];
  const reach = (found: readonly DrawerId[], why: EraseReason, within?: ReadonlySet<string>): void => {
    for (const id of found) {
      const drawer = reached.has(id) ? undefined : read.drawerById(id);
      if (drawer === undefined || within?.has(drawer.wing) === false) continue;
      reached.set(id, { drawer, why });
      fresh.push(id);
    }
  };
  for (const id of ids)
    if (read.drawerById(drawerId(id)) === undefined)
      throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
  reach(ids.map(drawerId), 'asked');
  while (fresh.length > 0) {
    const last = fresh;
    fresh = [];
    const drawers = last.flatMap((id) => reached.get(id)?.drawer ?? []);
    reach(read.drawersOfText(drawers.map(({ contentHash }) => contentHash)), 'same_text');
    for (const claimed of [false, true]) {
      const from = drawers.filter((drawer) => isClaimed(drawer) === claimed);
      const within = claimed ? new Set<string>(from.map(({ wing }) => wing)) : undefined;
      const fromIds = from.map(({ id }) => id);
      reach(withNoteParts(read, fromIds), 'part', within);
      reach(read.editedInto(fromIds), 'earlier_text', within);
      reach(read.summariesOf(fromIds), 'summary', within);
    }
  }
  return reached;
};
