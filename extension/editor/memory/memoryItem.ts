import * as vscode from 'vscode';
import { drawerIcon } from '../search/drawerIcon.ts';
import type { Wording } from '../wording.ts';
import { drawerDescription, drawerExcerpt, drawerFacts, drawerLabel, excerptLanguage } from './drawerText.ts';
import { badgeScheme, drawerContext, drawerMarks } from './drawerMarks.ts';
import { nodeKey } from './memoryNode.ts';
import type { MemoryNode } from './memoryNode.ts';
import { pageSize } from './roomPages.ts';

const base = (node: MemoryNode, label: string, state: vscode.TreeItemCollapsibleState, icon: string, description?: string): vscode.TreeItem => {
  const item = new vscode.TreeItem(label, state);
  item.id = nodeKey(node);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = node.kind;
  item.description = description;
  return item;
};

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** How a node looks in the Memory view. A drawer's tooltip is made only when asked for ({@link drawerTooltip}). */
export const memoryItem = (node: MemoryNode, wording: Wording): vscode.TreeItem => {
  switch (node.kind) {
    case 'wing': {
      const item = base(node, node.wing, Collapsed, 'library', wording.count(node.count));
      item.tooltip = wording.t('Wing {0}: {1} drawers in {2} rooms', node.wing, wording.count(node.count), wording.count(node.rooms));
      item.accessibilityInformation = { label: item.tooltip };
      return item;
    }
    case 'room': {
      const item = base(node, node.room, Collapsed, 'folder', wording.count(node.count));
      item.tooltip = wording.t('Room {0} of {1}: {2} drawers', node.room, node.wing, wording.count(node.count));
      item.accessibilityInformation = { label: item.tooltip };
      return item;
    }
    case 'drawer': {
      const { drawer } = node;
      const icon = drawerIcon(drawer.type);
      // With an address, the icon `file` would be the file icon theme's.
      const item = base(node, drawerLabel(drawer), None, icon === 'file' ? 'symbol-file' : icon, drawerDescription(drawer, wording));
      item.contextValue = drawerContext(drawer);
      // Carries the badge alone: label and icon are the item's own.
      item.resourceUri = vscode.Uri.from({ scheme: badgeScheme, path: '/drawer', query: drawerMarks(drawer) });
      item.command = { command: 'synapsePalace.openDrawer', title: wording.t('Open Source'), arguments: [node] };
      item.accessibilityInformation = { label: `${drawerLabel(drawer)}, ${drawer.type}, ${drawerDescription(drawer, wording)}` };
      return item;
    }
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

/** Excerpt in a code block, facts as plain text: nothing of a drawer is read as markup. */
export const drawerTooltip = (node: Extract<MemoryNode, { kind: 'drawer' }>, isChanged: boolean, wording: Wording): vscode.MarkdownString => {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  tooltip.appendCodeblock(drawerExcerpt(node.drawer), excerptLanguage(node.drawer.source_file));
  for (const line of [...drawerFacts(node.drawer, wording), ...(isChanged ? [wording.t('the file has changed since')] : [])]) {
    tooltip.appendText(line);
    tooltip.appendMarkdown('  \n');
  }
  return tooltip;
};
