import * as vscode from 'vscode';
import type { Shelf } from '../../palace/model/drawer/shelf.ts';
import { topRoom } from '../../palace/model/drawer/topRoom.ts';
import { commitsText, drawersText, lastDaysText, roomsText } from '../platform/countedText.ts';
import { moreItem, plainItem, retryItem } from '../tree/plainItem.ts';
import type { Localiser } from '../platform/localiser.ts';
import { uriPath } from '../platform/uriPath.ts';
import { drawerItem, plainTooltip } from './drawerItem.ts';
import { nodeKey, type MemoryNode } from './memoryNode.ts';
import { pageSize } from './shownRows.ts';

const base = (
  node: MemoryNode,
  label: string,
  state: vscode.TreeItemCollapsibleState,
  icon: string,
  description?: string,
): vscode.TreeItem => plainItem(label, state, { id: nodeKey(node), context: node.kind, icon, description });

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

type NodeOf<Kind extends MemoryNode['kind']> = Extract<MemoryNode, { readonly kind: Kind }>;

/** How a node looks in the Memory view. A drawer's tooltip is made only when asked for. */
export const memoryItem = (node: MemoryNode, localiser: Localiser): vscode.TreeItem => {
  switch (node.kind) {
    case 'shelf':
      return shelfItem(node, localiser);
    case 'wing':
      return wingItem(node, localiser);
    case 'room':
      return said(
        base(node, roomLabel(node, localiser), Collapsed, 'folder', localiser.count(node.count)),
        localiser.t('Room {0} of {1}: {2}', node.room, node.wing, drawersText(node.count, localiser)),
      );
    case 'group':
      return groupItem(node, localiser);
    case 'commits':
      return indexedItem(node, localiser);
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

const said = (item: vscode.TreeItem, text: string): vscode.TreeItem => {
  item.tooltip = text;
  item.accessibilityInformation = { label: text };
  return item;
};

const shelfIcons: Readonly<Record<Shelf, string>> = {
  files: 'files',
  commits: 'git-commit',
  conversations: 'comment-discussion',
  notes: 'note',
};

const shelfLabel = (shelf: Shelf, { t }: Localiser): string => {
  switch (shelf) {
    case 'files':
      return t('Files');
    case 'commits':
      return t('Commits');
    case 'conversations':
      return t('Conversations');
    case 'notes':
      return t('Notes');
  }
};

/** Files and notes are expanded at first, because most people look for them. Found rows are expanded, too. */
const shelfItem = (node: NodeOf<'shelf'>, localiser: Localiser): vscode.TreeItem => {
  const label = shelfLabel(node.shelf, localiser);
  const state = node.isFound || node.shelf === 'files' || node.shelf === 'notes' ? Expanded : Collapsed;
  return said(
    base(node, label, state, shelfIcons[node.shelf], localiser.count(node.count)),
    `${label}: ${drawersText(node.count, localiser)}`,
  );
};

const wingItem = (node: NodeOf<'wing'>, localiser: Localiser): vscode.TreeItem => {
  const [count, shared] = [localiser.count(node.count), localiser.t('shared')];
  const item = base(node, node.wing, Collapsed, 'library', node.isShared ? `${count} · ${shared}` : count);
  // Menus offer the one or the other.
  item.contextValue = node.isShared ? 'wing shared' : 'wing private';
  const drawers = drawersText(node.count, localiser);
  const text = localiser.t('Wing {0}: {1} in {2}', node.wing, drawers, roomsText(node.rooms, localiser));
  return said(item, node.isShared ? `${text} · ${localiser.t('shared with the team')}` : text);
};

/** A room of files is called as its folder is; the files in the project's own folder have none. */
const roomLabel = ({ shelf, room }: Pick<NodeOf<'room'>, 'shelf' | 'room'>, { t }: Localiser): string =>
  shelf === 'files' && room === topRoom ? t('(top level)') : room;

const groupItem = (node: NodeOf<'group'>, localiser: Localiser): vscode.TreeItem => {
  const { group } = node;
  const count = localiser.count(group.drawers);
  const [name, whole] = nameAndFolder(group.group);
  switch (node.place.shelf) {
    case 'files': {
      const label = name === '' ? localiser.t('Without a file') : name;
      const folder = belowRoom(whole, group.room);
      const item = base(node, label, Collapsed, 'file', folder === '' ? count : `${folder} · ${count}`);
      // Gives the icon of its language; nothing at this address can be opened or decorated.
      item.resourceUri = vscode.Uri.from({ scheme: 'synapse-palace-source', path: uriPath(group.group) });
      return said(item, `${group.group || label}: ${drawersText(group.drawers, localiser)}`);
    }
    case 'conversations': {
      const label = group.title ?? (name || group.room);
      const date = localiser.date(group.filed_at);
      return said(
        base(node, label, Collapsed, 'comment-discussion', `${date} · ${count}`),
        `${label}: ${drawersText(group.drawers, localiser)}, ${date} · ${group.wing} › ${group.room}`,
      );
    }
    default: {
      const label = group.group === '' ? localiser.t('Branch not known') : group.group;
      return said(
        base(node, label, Collapsed, 'git-branch', count),
        `${label}: ${commitsText(group.drawers, localiser)}`,
      );
    }
  }
};

const nameAndFolder = (path: string): readonly [string, string] => {
  const slash = path.lastIndexOf('/');
  return [path.slice(slash + 1), path.slice(0, Math.max(0, slash))];
};

/** The part of a folder's path below its room; the rows above show the rest. */
const belowRoom = (folder: string, room: string): string => {
  const parts = folder.split('/');
  return parts.slice(parts.indexOf(room) + 1).join('/');
};

const indexedItem = (node: NodeOf<'commits'>, localiser: Localiser): vscode.TreeItem => {
  const text = localiser.t('{0} indexed', commitsText(node.commits, localiser));
  const item = base(node, text, None, 'git-commit', lastDaysText(node.days, localiser));
  // As plain text, screen readers would be told the tooltip instead of the row.
  item.tooltip = plainTooltip([
    localiser.t(
      'Recent commits are indexed automatically, on this machine only. Index all history, turn it off, or hide this line.',
    ),
  ]);
  return item;
};
