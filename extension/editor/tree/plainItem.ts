import * as vscode from 'vscode';
import type { Localiser } from '../platform/localiser.ts';

/** The common parts of every row in the palace's trees. */
interface PlainItem {
  /** Stays the same for the same thing, so that an expanded row stays expanded. */
  readonly id: string;
  /** What the conditions of menus test. */
  readonly context: string;
  /** A codicon's name. */
  readonly icon: string;
  readonly description?: string | undefined;
}

/** A row of a tree with the common parts. */
export const plainItem = (
  label: string,
  state: vscode.TreeItemCollapsibleState,
  { id, context, icon, description }: PlainItem,
): vscode.TreeItem => {
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = context;
  item.description = description;
  return item;
};

/** The row of a palace that could not be opened: choosing it tries again. */
export const retryItem = (id: string, { t }: Localiser): vscode.TreeItem => {
  const item = plainItem(t('Try again'), vscode.TreeItemCollapsibleState.None, {
    id,
    context: 'retry',
    icon: 'refresh',
  });
  item.command = { command: 'synapsePalace.refreshMemory', title: t('Try again') };
  return item;
};

interface MoreRows {
  readonly id: string;
  /** Rows that are not shown yet, and the number that one page adds. */
  readonly left: number;
  readonly pageSize: number;
  readonly command: 'loadMoreDrawers' | 'loadMoreArchived';
  readonly node: unknown;
}

/** The last row of a list that is not complete: choosing it loads the next page. */
export const moreItem = (
  { id, left, pageSize, command, node }: MoreRows,
  { t, count }: Localiser,
): vscode.TreeItem => {
  const item = plainItem(
    t('Load {0} more', count(Math.min(pageSize, left))),
    vscode.TreeItemCollapsibleState.None,
    { id, context: 'more', icon: 'ellipsis', description: t('{0} not shown', count(left)) },
  );
  item.command = { command: `synapsePalace.${command}`, title: t('Load More'), arguments: [node] };
  return item;
};
