import * as vscode from 'vscode';
import { eraseQuestion } from '../../erasing/eraseText.ts';
import { drawersText } from '../../platform/countedText.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { onDrawers } from '../../tree/drawerArgument.ts';
import type { CurationDependencies } from './curationCommands.ts';

interface EraseDependencies extends CurationDependencies {
  /** Drops what this window shows and keeps that may quote these drawers. */
  readonly forget: (drawerIds: readonly string[]) => Promise<void>;
}

/** The word to type. It is the same in every language. */
const word = 'ERASE';

/** `eraseDrawer`: shows what erasing would remove, asks the person to type a word, and erases for good. */
export const registerEraseCommand = (dependencies: EraseDependencies): vscode.Disposable =>
  registerCommands(
    { eraseDrawer: onDrawers(dependencies.selection, (ids) => eraseForGood(ids, dependencies)) },
    dependencies,
  );

const eraseForGood = async (ids: readonly string[], dependencies: EraseDependencies): Promise<void> => {
  const { session, localiser, changed, forget } = dependencies;
  const { t } = localiser;
  const api = await session.api();
  const reach = await api.eraseReach({ drawer_ids: [...ids] });
  const { message, detail } = eraseQuestion(reach, localiser);
  const goOn = t('Erase…');
  if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, goOn)) !== goOn) return;
  if (!(await typesWord(localiser))) return;
  const { erased } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Erasing for good') },
    () => api.erase({ drawer_ids: [...ids], agreed_drawers: reach.drawers.length }),
  );
  await forget(reach.drawers.map(({ drawer_id: id }) => id));
  changed();
  void vscode.window.showInformationMessage(t('Erased for good: {0}.', drawersText(erased, localiser)));
};

const typesWord = async ({ t }: Localiser): Promise<boolean> =>
  (await vscode.window.showInputBox({
    title: t('Erase for Good'),
    prompt: t('Type {0} to go on. This can’t be undone.', word),
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' || text === word ? undefined : t('This is not {0}.', word)),
  })) === word;
