import * as vscode from 'vscode';
import { Debouncer } from '../../base/async/debouncer.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { FileRefresher } from '../mining/fileRefresher.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawersSettle, shownKey } from '../tree/shownKey.ts';
import { changedFilesText, isFiling, settledDrawers, statusBarText } from './statusBarText.ts';

const backgrounds = {
  none: undefined,
  warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
  error: new vscode.ThemeColor('statusBarItem.errorBackground'),
};

/** A second item while there are changed files that are not mined automatically: one click mines them. */
export const createChangedFilesItem = (refresher: FileRefresher, localiser: Localiser): vscode.Disposable => {
  const held = new DisposableStore();
  const item = held.add(
    vscode.window.createStatusBarItem('synapsePalace.changedFiles', vscode.StatusBarAlignment.Left, 0),
  );
  item.name = localiser.t('Synapse Palace: changed files');
  item.command = 'synapsePalace.mineWorkspace';
  const update = (): void => {
    if (refresher.changed === 0) {
      item.hide();
      return;
    }
    const text = changedFilesText(refresher.changed, localiser);
    item.text = `$(sync) ${text}`;
    item.tooltip = localiser.t('{0}. Click to mine the workspace.', text);
    item.accessibilityInformation = { label: item.tooltip, role: 'button' };
    item.show();
  };
  held.add(refresher.onChanged(update));
  update();
  return held;
};

/**
 * The status bar item: drawer count, work under way, and a warning where search is less than it should be. The count changes
 * when that of the Memory view does, so that there is one number.
 */
export const createStatusBar = (session: PalaceSession, localiser: Localiser): vscode.Disposable => {
  const held = new DisposableStore();
  const item = held.add(
    vscode.window.createStatusBarItem('synapsePalace.status', vscode.StatusBarAlignment.Left, 0),
  );
  item.name = 'Synapse Palace';
  item.command = 'synapsePalace.status';
  let key = shownKey(session.state);
  let drawers = settledDrawers(session.state);
  const update = (): void => {
    const shown = statusBarText(session.state, localiser, drawers);
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
  const settled = held.add(
    new Debouncer(() => {
      drawers = settledDrawers(session.state);
      update();
    }, drawersSettle.quietMs),
  );
  held.add(
    session.onState((state) => {
      const now = `${shownKey(state)} ${isFiling(state)}`;
      if (now !== key) settled.call();
      key = now;
      if (isFiling(state)) drawers = null;
      update();
    }),
  );
  update();
  return held;
};
