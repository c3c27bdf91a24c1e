import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { drawerIcon } from '../search/drawerIcon.ts';
import { plainItem } from '../tree/plainItem.ts';
import type { Localiser } from '../platform/localiser.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';
import { badgeScheme, drawerContext, drawerMarks } from './drawerMarks.ts';
import { drawerDescription, drawerExcerpt, drawerFacts, drawerLabel, excerptLanguage } from './drawerText.ts';

interface DrawerNode {
  readonly drawer: DrawerView;
}

/**
 * How a drawer looks in every view. Menus test its context, badges test its marks. `description` replaces the usual
 * one.
 */
export const drawerItem = (
  node: DrawerNode,
  id: string,
  localiser: Localiser,
  description = drawerDescription(node.drawer, localiser),
): vscode.TreeItem => {
  const { drawer } = node;
  const label = drawerLabel(drawer, localiser);
  const icon = drawerIcon(drawer.type);
  // With a URI, the icon `file` would come from the file icon theme.
  const item = plainItem(label, vscode.TreeItemCollapsibleState.None, {
    id,
    context: drawerContext(drawer),
    icon: icon === 'file' ? 'symbol-file' : icon,
    description,
  });
  // The URI is only for the badge: label and icon are set above.
  item.resourceUri = vscode.Uri.from({ scheme: badgeScheme, path: '/drawer', query: drawerMarks(drawer) });
  item.command = { command: 'synapsePalace.clickDrawer', title: localiser.t('Open Source'), arguments: [node] };
  const said = [label, vocabularyText(drawer.type, localiser), ...(description === '' ? [] : [description])];
  item.accessibilityInformation = { label: said.join(', ') };
  return item;
};

/** What a drawer's tooltip tells beside the drawer. */
interface TooltipFacts {
  /** Its source has changed since it was filed. */
  readonly isChanged: boolean;
  /** What replaces it, if that is still there. */
  readonly newer: DrawerView | undefined;
  /** Lines before its own facts. */
  readonly first: readonly string[];
}

/** Excerpt in a code block, facts as plain text: no part of a drawer is rendered as markup. */
export const drawerTooltip = (
  drawer: DrawerView,
  { isChanged, newer, first }: TooltipFacts,
  localiser: Localiser,
): vscode.MarkdownString => {
  const tooltip = plainTooltip([]);
  tooltip.appendCodeblock(drawerExcerpt(drawer), excerptLanguage(drawer.source_file));
  return withLines(tooltip, [
    ...first,
    ...drawerFacts(drawer, localiser, newer),
    ...(isChanged ? [localiser.t('the file has changed since')] : []),
  ]);
};

/** Lines of plain text as a tooltip. */
export const plainTooltip = (lines: readonly string[]): vscode.MarkdownString => {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  return withLines(tooltip, lines);
};

const withLines = (tooltip: vscode.MarkdownString, lines: readonly string[]): vscode.MarkdownString => {
  for (const line of lines) {
    tooltip.appendText(line);
    tooltip.appendMarkdown('  \n');
  }
  return tooltip;
};
