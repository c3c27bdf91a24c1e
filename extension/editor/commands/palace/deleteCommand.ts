import * as vscode from 'vscode';
import type { FirstMine } from '../../mining/firstMine.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { deleteQuestion } from '../../transfer/transferText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { exportFromDialogs } from '../filing/exportCommand.ts';

interface DeleteCommandDependencies extends CommandDependencies {
  readonly firstMine: Pick<FirstMine, 'remember'>;
}

/**
 * `deletePalace`: offers an export, asks the person to type the workspace's name, then closes the palace and
 * removes its own files.
 */
export const registerDeleteCommand = (dependencies: DeleteCommandDependencies): vscode.Disposable =>
  registerCommands({ deletePalace: () => deletePalaceOf(dependencies) }, dependencies);

const deletePalaceOf = async (dependencies: DeleteCommandDependencies): Promise<void> => {
  const { session, localiser, log } = dependencies;
  const { t } = localiser;
  if (!(await requirePalace(session, localiser))) return;
  const name = vscode.workspace.name ?? t('this workspace');
  if (!(await agreesToDelete(name, dependencies)) || !(await typesName(name, localiser))) return;
  const { deletePalace } = await import('../../../service/deletePalace.ts');
  const { left } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Deleting the palace') },
    () => session.withoutPalace(deletePalace),
  );
  // No search creates it again automatically.
  await dependencies.firstMine.remember({ deleted: true });
  log.info(`Deleted the palace of ${name}${left.length === 0 ? '' : `; left: ${left.join(', ')}`}`);
  const text =
    left.length === 0
      ? t('The memory of “{0}” is deleted.', name)
      : t(
          'The memory of “{0}” is deleted. Other files in its folder are still there: {1}.',
          name,
          left.join(', '),
        );
  afterCommand(() => vscode.window.showInformationMessage(text), dependencies);
};

const agreesToDelete = async (name: string, dependencies: CommandDependencies): Promise<boolean> => {
  const { session, localiser } = dependencies;
  // A palace that can't be opened can still be deleted.
  const status = session.state.kind === 'open' ? session.state.status : null;
  const { message, detail } = deleteQuestion(status, name, localiser);
  const [exportFirst, goOn] = [localiser.t('Export First…'), localiser.t('Delete…')];
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, exportFirst, goOn);
  return chosen === exportFirst ? exportFromDialogs(dependencies) : chosen === goOn;
};

const typesName = async (name: string, { t }: Localiser): Promise<boolean> =>
  (await vscode.window.showInputBox({
    title: t('Delete Palace'),
    prompt: t('Type “{0}” to delete its memory for good.', name),
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' || text === name ? undefined : t('This is not “{0}”.', name)),
  })) === name;
