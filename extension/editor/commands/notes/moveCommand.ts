import * as vscode from 'vscode';
import { drawersText } from '../../platform/countedText.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import { drawerIdsOf } from '../../tree/drawerArgument.ts';
import { textIn } from '../../tree/nodeText.ts';
import { moveDrawers } from '../../memory/moveDrawers.ts';
import { pickRoom, type RoomPlace } from '../../memory/roomPick.ts';
import type { CurationDependencies } from './curationCommands.ts';

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
        const place = placeIn(target) ?? (await pickRoom(await (await session.api()).shelves({}), localiser));
        if (place !== undefined) await move(ids, place, dependencies);
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
  dependencies: CurationDependencies,
): Promise<void> => {
  const { session, changed, localiser } = dependencies;
  const { moved, takeBack } = await moveDrawers(ids, place, () => session.api());
  changed();
  const where = [place.wing, ...(place.room === undefined ? [] : [place.room])].join(' › ');
  if (moved === 0) {
    void vscode.window.setStatusBarMessage(localiser.t('Already in {0}', where), 4000);
    return;
  }
  tellUndoable(
    localiser.t('Moved to {0}: {1}. Mining leaves them there.', where, drawersText(moved, localiser)),
    async () => {
      await takeBack();
      changed();
    },
    dependencies,
  );
};
