import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Localiser } from '../platform/localiser.ts';
import { teamItemText } from './teamText.ts';
import type { TeamWatch } from './teamWatch.ts';

/** An item of the status bar while the palace has a team: how it stands, and the conflicts there are. A click leads to what can be done. */
export const createTeamItem = (team: TeamWatch, localiser: Localiser): vscode.Disposable => {
  const held = new DisposableStore();
  const item = held.add(
    vscode.window.createStatusBarItem('synapsePalace.team', vscode.StatusBarAlignment.Left, 0),
  );
  item.name = localiser.t('Synapse Palace: team');
  item.command = 'synapsePalace.manageTeam';
  const update = (): void => {
    if (team.status === null) {
      item.hide();
      return;
    }
    const { text, tooltip, isWarning } = teamItemText(team.status, localiser);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip, role: 'button' };
    item.backgroundColor = isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  held.add(team.onChange(update));
  update();
  return held;
};
