import * as vscode from 'vscode';
import type { MemoryNode } from './memoryNode.ts';
import type { RoomPlace } from './roomPick.ts';

/** What a drag within the Memory view carries: VS Code's own name for it. */
const mimeType = 'application/vnd.code.tree.synapsepalace.memory';

/** Drawers dragged onto a wing, a room, or a row inside one are moved there. */
export const drawerDrag = (): vscode.TreeDragAndDropController<MemoryNode> => ({
  dragMimeTypes: [mimeType],
  dropMimeTypes: [mimeType],
  handleDrag: (nodes, data) => {
    const drawers = nodes.filter(({ kind }) => kind === 'drawer');
    if (drawers.length > 0) data.set(mimeType, new vscode.DataTransferItem(drawers));
  },
  handleDrop: async (target, data) => {
    const drawers: unknown = data.get(mimeType)?.value;
    const place = target === undefined ? undefined : placeOf(target);
    if (place === undefined || !Array.isArray(drawers) || drawers.length === 0) return;
    await vscode.commands.executeCommand('synapsePalace.moveDrawer', drawers[0], drawers, place);
  },
});

/** The room of a row; undefined for one outside any room. */
const placeOf = (node: MemoryNode): RoomPlace | undefined => {
  switch (node.kind) {
    case 'wing':
      return { wing: node.wing };
    case 'room':
      return { wing: node.wing, room: node.room };
    case 'group':
      return { wing: node.group.wing, room: node.group.room };
    case 'drawer':
      return { wing: node.drawer.wing, room: node.drawer.room };
    default:
      return undefined;
  }
};
