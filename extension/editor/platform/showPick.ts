import type * as vscode from 'vscode';
import type { DisposableStore } from './disposableStore.ts';

/**
 * Shows a pick. Once it is hidden, for whatever reason, `hidden` runs and everything that belongs to it is
 * disposed.
 */
export const showPick = (
  pick: Pick<vscode.QuickInput, 'onDidHide' | 'show'>,
  held: DisposableStore,
  hidden: () => void,
): void => {
  held.add(
    pick.onDidHide(() => {
      hidden();
      held.dispose();
    }),
  );
  pick.show();
};
