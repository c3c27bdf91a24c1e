import * as vscode from 'vscode';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { plainLabel } from '../search/bestLine.ts';
import { statusRows, type StatusRow } from '../status/statusRows.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

interface Item extends vscode.QuickPickItem {
  readonly action?: StatusRow['action'];
}

const itemsOf = (rows: readonly StatusRow[]): readonly Item[] =>
  rows.flatMap((row, index): Item[] => [
    ...(row.section === rows[index - 1]?.section
      ? []
      : [{ label: row.section, kind: vscode.QuickPickItemKind.Separator }]),
    {
      label: plainLabel(row.label),
      detail: row.detail === undefined || row.detail === '' ? undefined : plainLabel(row.detail),
      iconPath: new vscode.ThemeIcon(row.icon),
      action: row.action,
    },
  ]);

/** Where the editor runs on this machine's desktop the folder is shown there; elsewhere its path is copied. */
const revealFolder = async (folder: string, localiser: Localiser): Promise<void> => {
  if (vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined) {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder));
    return;
  }
  await vscode.env.clipboard.writeText(folder);
  vscode.window.setStatusBarMessage(localiser.t('Path copied: {0}', folder), 5000);
};

const act = async (action: StatusRow['action'], status: PalaceStatus, localiser: Localiser): Promise<void> => {
  switch (action) {
    case 'showMemory':
      await vscode.commands.executeCommand('synapsePalace.memory.focus');
      return;
    case 'revealPalace':
      await revealFolder(status.palace.path, localiser);
      return;
    case 'verify':
      await vscode.commands.executeCommand('synapsePalace.verifyPalace');
      return;
    case 'mine':
      await vscode.commands.executeCommand('synapsePalace.mineWorkspace');
      return;
    case 'rebuild':
      await vscode.commands.executeCommand('synapsePalace.rebuildEmbeddings');
      return;
    case 'showLog':
      await vscode.commands.executeCommand('synapsePalace.showLog');
      return;
    case undefined:
      return;
  }
};

export interface StatusCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `status`: the palace's state in a list that can be filtered; choosing a row does what it calls for. */
export const registerStatusCommand = ({ session, localiser, log }: StatusCommandDependencies): vscode.Disposable =>
  registerCommand(
    'status',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const held = new DisposableStore();
      const pick = held.add(vscode.window.createQuickPick<Item>());
      held.add(pick.onDidHide(() => held.dispose()));
      pick.title = localiser.t('Palace Status');
      pick.placeholder = localiser.t('Choose a row to act on it');
      pick.matchOnDetail = true;
      pick.busy = true;
      pick.show();
      try {
        const status = await (await session.api()).status({});
        const copy: vscode.QuickInputButton = {
          iconPath: new vscode.ThemeIcon('copy'),
          tooltip: localiser.t('Copy as JSON'),
        };
        pick.buttons = [copy];
        pick.items = itemsOf(statusRows(status, localiser));
        pick.busy = false;
        held.add(
          pick.onDidTriggerButton(() => void vscode.env.clipboard.writeText(JSON.stringify(status, null, 2))),
        );
        held.add(
          pick.onDidAccept(() => {
            const action = pick.selectedItems[0]?.action;
            pick.hide();
            void act(action, status, localiser).catch((thrown: unknown) => showError(thrown, log, localiser));
          }),
        );
      } catch (thrown) {
        pick.hide();
        throw thrown;
      }
    },
    { log, localiser },
  );
