import * as vscode from 'vscode';

/** What every row of the palace's trees has. */
export interface PlainItem {
  /** The same for the same thing, so that an open row stays open. */
  readonly id: string;
  /** What the menus go by. */
  readonly context: string;
  /** A codicon's name. */
  readonly icon: string;
  readonly description?: string | undefined;
}

/** A row of a tree, before what is its own. */
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
