import * as vscode from 'vscode';
import { deleteQuestion } from '../transfer/transferText.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { exportFromDialogs } from './exportCommand.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface DeleteCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `deletePalace`: offers an export, wants the workspace's name typed, then closes the palace and removes its own files. */
export const registerDeleteCommand = (dependencies: DeleteCommandDependencies): vscode.Disposable => {
  const { session, localiser, log } = dependencies;
  return registerCommand(
    'deletePalace',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const name = vscode.workspace.name ?? localiser.t('this workspace');
      // A palace that can't be opened can be deleted all the same.
      const status = session.state.kind === 'open' ? session.state.status : null;
      const { message, detail } = deleteQuestion(status, name, localiser);
      const [exportFirst, goOn] = [localiser.t('Export First…'), localiser.t('Delete…')];
      const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, exportFirst, goOn);
      if (chosen === undefined || (chosen === exportFirst && !(await exportFromDialogs(dependencies)))) return;
      const typed = await vscode.window.showInputBox({
        title: localiser.t('Delete Palace'),
        prompt: localiser.t('Type “{0}” to delete its memory for good.', name),
        ignoreFocusOut: true,
        validateInput: (text) =>
          text === '' || text === name ? undefined : localiser.t('This is not “{0}”.', name),
      });
      if (typed !== name) return;
      const { deletePalace } = await import('../../service/deletePalace.ts');
      const { left } = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: localiser.t('Deleting the palace') },
        () => session.withoutPalace(deletePalace),
      );
      log.info(`Deleted the palace of ${name}${left.length === 0 ? '' : `; left: ${left.join(', ')}`}`);
      const text =
        left.length === 0
          ? localiser.t('The memory of “{0}” is deleted.', name)
          : localiser.t(
              'The memory of “{0}” is deleted. What else lay in its folder is still there: {1}.',
              name,
              left.join(', '),
            );
      vscode.window.showInformationMessage(text).then(undefined, (thrown: unknown) => log.warn(String(thrown)));
    },
    { log, localiser },
  );
};
