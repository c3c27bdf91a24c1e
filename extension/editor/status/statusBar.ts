import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { statusBarText } from './statusBarText.ts';

const backgrounds = {
  none: undefined,
  warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
  error: new vscode.ThemeColor('statusBarItem.errorBackground'),
};

/** The status bar item: drawer count, work under way, and a warning where search is less than it should be. */
export const createStatusBar = (session: PalaceSession, localiser: Localiser): vscode.Disposable => {
  const held = new DisposableStore();
  const item = held.add(
    vscode.window.createStatusBarItem('synapsePalace.status', vscode.StatusBarAlignment.Left, 0),
  );
  item.name = 'Synapse Palace';
  item.command = 'synapsePalace.status';
  const update = (): void => {
    const shown = statusBarText(session.state, localiser);
    if (shown === null) {
      item.hide();
      return;
    }
    item.text = shown.text;
    item.tooltip = shown.tooltip;
    item.accessibilityInformation = { label: shown.tooltip };
    item.backgroundColor = backgrounds[shown.severity];
    item.show();
  };
  held.add(session.onState(update));
  update();
  return held;
};
