import * as vscode from 'vscode';
import { commitsText, daysText, drawersText, roomsText } from '../platform/countedText.ts';
import { moreItem, plainItem, retryItem } from '../tree/plainItem.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerItem } from './drawerItem.ts';
import { nodeKey, type MemoryNode } from './memoryNode.ts';
import { pageSize } from './roomPages.ts';

const base = (
  node: MemoryNode,
  label: string,
  state: vscode.TreeItemCollapsibleState,
  icon: string,
  description?: string,
): vscode.TreeItem => plainItem(label, state, { id: nodeKey(node), context: node.kind, icon, description });

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** How a node looks in the Memory view. A drawer's tooltip is made only when asked for. */
export const memoryItem = (node: MemoryNode, localiser: Localiser): vscode.TreeItem => {
  switch (node.kind) {
    case 'wing': {
      const item = base(node, node.wing, Collapsed, 'library', localiser.count(node.count));
      item.tooltip = localiser.t(
        'Wing {0}: {1} in {2}',
        node.wing,
        drawersText(node.count, localiser),
        roomsText(node.rooms, localiser),
      );
      item.accessibilityInformation = { label: item.tooltip };
      return item;
    }
    case 'room': {
      const item = base(node, node.room, Collapsed, 'folder', localiser.count(node.count));
      item.tooltip = localiser.t('Room {0} of {1}: {2}', node.room, node.wing, drawersText(node.count, localiser));
      item.accessibilityInformation = { label: item.tooltip };
      return item;
    }
    case 'commits': {
      const text = localiser.t('{0} indexed', commitsText(node.commits, localiser));
      const item = base(
        node,
        text,
        None,
        'git-commit',
        localiser.t('the last {0}', daysText(node.days, localiser)),
      );
      item.tooltip = localiser.t(
        'Recent commits are indexed automatically, on this machine only. Index all history, turn it off, or hide this line.',
      );
      return item;
    }
    case 'unmined': {
      const label = localiser.t('Mine Workspace');
      const item = base(node, label, None, 'archive', localiser.t('its files are not in the memory yet'));
      item.command = { command: 'synapsePalace.mineWorkspace', title: label };
      return item;
    }
    case 'drawer':
      return drawerItem(node, nodeKey(node), localiser);
    case 'more':
      return moreItem(
        { id: nodeKey(node), left: node.left, pageSize, command: 'loadMoreDrawers', node },
        localiser,
      );
    case 'retry':
      return retryItem(nodeKey(node), localiser);
  }
};
