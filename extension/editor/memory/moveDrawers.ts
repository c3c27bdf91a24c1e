import { batches } from '../../base/batches.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { countNotes, drawersWithParts } from '../tree/drawersWithParts.ts';
import type { RoomPlace } from './roomPick.ts';

/** The largest number of drawers that one call changes. */
const mostPerCall = 1000;

interface MovedDrawers {
  /** How many notes and other drawers were not there already. */
  readonly moved: number;
  /** Puts all of them back where they were. */
  readonly takeBack: () => Promise<void>;
}

/** Moves drawers to a room. The palace is asked for anew with each call: it may have been opened again before the move is taken back. */
export const moveDrawers = async (
  ids: readonly string[],
  place: RoomPlace,
  palace: () => Promise<Pick<PalaceApi, 'show' | 'noteText' | 'update'>>,
): Promise<MovedDrawers> => {
  const before = await drawersWithParts(await palace(), ids);
  const put = async (drawers: readonly DrawerView[], to: RoomPlace): Promise<number> => {
    let updated = 0;
    const ids = drawers.map(({ drawer_id: id }) => id);
    for (const some of batches(ids, mostPerCall))
      updated += (await (await palace()).update({ drawer_ids: some, ...to })).updated;
    return updated;
  };
  const elsewhere = before.filter(({ wing, room }) => wing !== place.wing || room !== (place.room ?? room));
  return {
    moved: (await put(before, place)) === 0 ? 0 : countNotes(elsewhere),
    takeBack: async () => {
      for (const [, drawers] of byPlace(before)) {
        const [first] = drawers;
        if (first !== undefined) await put(drawers, { wing: first.wing, room: first.room });
      }
    },
  };
};

const byPlace = (drawers: readonly DrawerView[]): ReadonlyMap<string, DrawerView[]> => {
  const places = new Map<string, DrawerView[]>();
  for (const drawer of drawers) {
    const key = JSON.stringify([drawer.wing, drawer.room]);
    const known = places.get(key);
    if (known === undefined) places.set(key, [drawer]);
    else known.push(drawer);
  }
  return places;
};
