import * as vscode from 'vscode';
import type { Result } from '../../palace/contract/palaceApi.ts';
import { plainLabel } from '../search/lineLabel.ts';
import { drawersText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { knownRooms } from './knownRooms.ts';
import { namedRoom } from './namedRoom.ts';

/** Where drawers go: into a room, or only into another wing. */
export interface RoomPlace {
  readonly wing: string;
  readonly room?: string;
}

interface Item extends vscode.QuickPickItem {
  readonly place?: Required<RoomPlace>;
}

/** Asks for one of the palace's rooms, or a new one. Resolves with `undefined` if the person cancelled. */
export const pickRoom = async (
  shelves: Result<'shelves'>,
  localiser: Localiser,
): Promise<Required<RoomPlace> | undefined> => {
  const { t } = localiser;
  const rooms = knownRooms(shelves);
  const items: readonly Item[] = [
    ...rooms.map(({ wing, room, drawers }) => ({
      label: plainLabel(room),
      description: plainLabel(wing),
      detail: drawersText(drawers, localiser),
      iconPath: new vscode.ThemeIcon('folder'),
      place: { wing, room },
    })),
    { label: t('New Room…'), iconPath: new vscode.ThemeIcon('new-folder'), alwaysShow: true },
  ];
  const chosen = await vscode.window.showQuickPick(items, { title: t('Move to Room'), matchOnDescription: true });
  return chosen === undefined ? undefined : (chosen.place ?? askRoom(rooms[0]?.wing, localiser));
};

const askRoom = async (
  firstWing: string | undefined,
  { t }: Localiser,
): Promise<Required<RoomPlace> | undefined> => {
  const example = `${firstWing ?? 'gateway'}/decisions`;
  const named = await vscode.window.showInputBox({
    title: t('New Room'),
    prompt: t('Wing and room, as in “{0}”', example),
    value: firstWing === undefined ? '' : `${firstWing}/`,
    valueSelection: [
      firstWing === undefined ? 0 : firstWing.length + 1,
      firstWing === undefined ? 0 : firstWing.length + 1,
    ],
    validateInput: (text) => (namedRoom(text) === undefined ? t('Write it as wing/room.') : undefined),
  });
  return named === undefined ? undefined : namedRoom(named);
};
