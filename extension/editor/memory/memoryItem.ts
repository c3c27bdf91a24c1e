import * as vscode from 'vscode';
import { drawersText, roomsText } from '../platform/countedText.ts';
import { plainItem } from '../tree/plainItem.ts';
import type { Wording } from '../platform/localiser.ts';
import { drawerItem } from './drawerItem.ts';
import { nodeKey } from './memoryNode.ts';
import type { MemoryNode } from './memoryNode.ts';
import { pageSize } from './roomPages.ts';

const base = (node: MemoryNode, label: string, state: vscode.TreeItemCollapsibleState, icon: string, description?: string): vscode.TreeItem =>
  plainItem(label, state, { id: nodeKey(node), context: node.kind, icon, description });

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** How a node looks in the Memory view. A drawer's tooltip is made only when asked for. */
export const memoryItem = (node: MemoryNode, wording: Wording): vscode.TreeItem => {
  switch (node.kind) {
    case 'wing': {
      const item = base(node, node.wing, Collapsed, 'library', wording.count(node.count));
      item.tooltip = wording.t('Wing {0}: {1} in {2}', node.wing, drawersText(node.count, wording), roomsText(node.rooms, wording));
      item.accessibilityInformation = { label: item.tooltip };
      return item;
    }
    case 'room': {
      const item = base(node, node.room, Collapsed, 'folder', wording.count(node.count));
      item.tooltip = wording.t('Room {0} of {1}: {2}', node.room, node.wing, drawersText(node.count, wording));
      item.accessibilityInformation = { label: item.tooltip };
      return item;
    }
    case 'drawer':
      return drawerItem(node, nodeKey(node), wording);
    case 'more': {
      const item = base(node, wording.t('Load {0} more', wording.count(Math.min(pageSize, node.left))), None, 'ellipsis', wording.t('{0} not shown', wording.count(node.left)));
      item.command = { command: 'synapsePalace.loadMoreDrawers', title: wording.t('Load More'), arguments: [node] };
      return item;
    }
    case 'retry': {
      const item = base(node, wording.t('Try again'), None, 'refresh');
      item.command = { command: 'synapsePalace.refreshMemory', title: wording.t('Try again') };
      return item;
    }
  }
};
