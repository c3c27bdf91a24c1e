import * as vscode from 'vscode';
import type { Localiser } from '../platform/localiser.ts';
import { plainLabel } from './lineLabel.ts';

/** The buttons of a drawer's row. */
export const pickButtons = ({ t }: Localiser) => {
  const button = (icon: string, tooltip: string): vscode.QuickInputButton => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  return {
    toSide: button('split-horizontal', t('Open to the Side')),
    explain: button('graph', t('Explain the Ranking')),
    similar: button('search-fuzzy', t('Find Similar')),
    pin: button('pin', t('Pin')),
    unpin: button('pinned', t('Unpin')),
    star: button('star-empty', t('Star This Search')),
    unstar: button('star-full', t('Remove the Star')),
    forget: button('close', t('Forget This Search')),
  };
};
export type PickButtons = ReturnType<typeof pickButtons>;

/** A row with a message. Choosing it does nothing. */
export const noteItem = (icon: string, label: string, detail?: string): vscode.QuickPickItem => ({
  label: plainLabel(label),
  detail,
  iconPath: new vscode.ThemeIcon(icon),
  alwaysShow: true,
});

/**
 * The editor would put rows whose label holds the typed text first, but the rows are ranked already. The switch is
 * not in the published interface. Without it, the list is only less well ordered.
 */
export const keepOrder = (pick: vscode.QuickPick<vscode.QuickPickItem>): void => {
  if (Reflect.has(pick, 'sortByLabel')) Reflect.set(pick, 'sortByLabel', false);
};
