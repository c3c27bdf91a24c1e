import * as vscode from 'vscode';
import type { PalaceStatus } from '../../../palace/contract/maintenanceSchemas.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { DisposableStore } from '../../platform/disposableStore.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { showError } from '../../platform/showError.ts';
import { plainLabel } from '../../search/lineLabel.ts';
import { statusRows, type StatusRow } from '../../status/statusRows.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

/** `status`: the palace's state in a list that can be filtered. Choosing a row runs its action. */
export const registerStatusCommand = (dependencies: CommandDependencies): vscode.Disposable =>
  registerCommands({ status: () => showStatus(dependencies) }, dependencies);

const showStatus = async ({ session, localiser, log }: CommandDependencies): Promise<void> => {
  if (!(await requirePalace(session, localiser))) return;
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
    pick.buttons = [{ iconPath: new vscode.ThemeIcon('copy'), tooltip: localiser.t('Copy as JSON') }];
    pick.items = itemsOf(statusRows(status, localiser, await linkNames(session, log)));
    pick.busy = false;
    held.add(pick.onDidTriggerButton(() => void vscode.env.clipboard.writeText(JSON.stringify(status, null, 2))));
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
};

/** The list of links may be unreadable; a search reports that. */
const linkNames = async (
  session: CommandDependencies['session'],
  log: vscode.LogOutputChannel,
): Promise<readonly string[]> => {
  const { readLinks } = await import('../../../service/links/linkFile.ts');
  try {
    const { state } = session;
    return 'folder' in state ? readLinks(state.folder).map(({ name }) => name) : [];
  } catch (thrown) {
    log.warn(PalaceError.from(thrown).message);
    return [];
  }
};

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

/** On a desktop, the folder is shown there; elsewhere its path is copied. */
const revealFolder = async (folder: string, localiser: Localiser): Promise<void> => {
  if (vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined) {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder));
    return;
  }
  await vscode.env.clipboard.writeText(folder);
  vscode.window.setStatusBarMessage(localiser.t('Path copied: {0}', folder), 5000);
};

/** Actions that are commands. */
const commandOf = {
  showMemory: 'synapsePalace.memory.focus',
  showSession: 'synapsePalace.session.focus',
  reviewPlans: 'synapsePalace.reviewCompaction',
  verify: 'synapsePalace.verifyPalace',
  mine: 'synapsePalace.mineWorkspace',
  rebuild: 'synapsePalace.rebuildEmbeddings',
  showLog: 'synapsePalace.showLog',
  links: 'synapsePalace.linkedPalaces',
} as const;

const act = async (action: StatusRow['action'], status: PalaceStatus, localiser: Localiser): Promise<void> => {
  if (action === undefined) return;
  if (action === 'revealPalace') await revealFolder(status.palace.path, localiser);
  else await vscode.commands.executeCommand(commandOf[action]);
};
