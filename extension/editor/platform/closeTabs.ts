import * as vscode from 'vscode';

/** Closes the tabs of every group that match, without asking for the keyboard. */
export const closeTabs = async (matches: (tab: vscode.Tab) => boolean): Promise<void> => {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all.filter(matches));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};
