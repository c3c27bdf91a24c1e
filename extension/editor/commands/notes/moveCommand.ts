import * as vscode from 'vscode';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../../palace/contract/drawerViewSchema.ts';
import { drawersText } from '../../platform/countedText.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import { drawerIdsOf } from '../../tree/drawerArgument.ts';
import { drawersById } from '../../tree/drawersById.ts';
import { textIn } from '../../tree/nodeText.ts';
import { pickRoom, type RoomPlace } from '../../memory/roomPick.ts';
import type { CurationDependencies } from './curationCommands.ts';

/** The largest number of drawers that one call changes. */
const mostPerCall = 1000;

/**
 * Moves drawers of the side bar, one or all selected ones, to a room: a chosen one, or the one that they were
 * dropped onto.
 */
export const registerMoveCommand = (dependencies: CurationDependencies): vscode.Disposable =>
  registerCommands(
    {
      moveDrawer: async (clicked, selected, target) => {
        const { session, localiser, selection } = dependencies;
        const ids = drawerIdsOf(clicked, selected, selection());
        const api = await session.api();
        const place = placeIn(target) ?? (await pickRoom(await api.shelves({}), localiser));
        if (place !== undefined) await move(ids, place, api, dependencies);
      },
    },
    dependencies,
  );

/** The target of a drop; undefined for a command from a menu. */
const placeIn = (target: unknown): RoomPlace | undefined => {
  const [wing, room] = [textIn(target, 'wing'), textIn(target, 'room')];
  return wing === undefined ? undefined : { wing, ...(room === undefined ? {} : { room }) };
};

const move = async (
  ids: readonly string[],
  place: RoomPlace,
  api: PalaceApi,
  dependencies: CurationDependencies,
): Promise<void> => {
  const { changed, localiser } = dependencies;
  const before = await drawersById(api, ids);
  const put = async (drawers: readonly DrawerView[], to: RoomPlace): Promise<number> => {
    let updated = 0;
    for (let from = 0; from < drawers.length; from += mostPerCall) {
      const some = drawers.slice(from, from + mostPerCall).map(({ drawer_id: id }) => id);
      updated += (await api.update({ drawer_ids: some, ...to })).updated;
    }
    return updated;
  };
  const moved = await put(before, place);
  changed();
  const where = [place.wing, ...(place.room === undefined ? [] : [place.room])].join(' › ');
  if (moved === 0) {
    void vscode.window.setStatusBarMessage(localiser.t('Already in {0}', where), 4000);
    return;
  }
  tellUndoable(
    localiser.t('Moved to {0}: {1}. Mining leaves them there.', where, drawersText(moved, localiser)),
    async () => {
      for (const [, drawers] of byPlace(before)) {
        const [first] = drawers;
        if (first !== undefined) await put(drawers, { wing: first.wing, room: first.room });
      }
      changed();
    },
    dependencies,
  );
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
