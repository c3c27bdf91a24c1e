import * as vscode from 'vscode';
import { requirePalace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import { nothingToRebuild, rebuildOutcome, rebuildQuestion } from '../../status/rebuildText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

/** `rebuildEmbeddings`: asks once, then embeds every drawer again with the current model. Cancelling ends the waiting, not the work. */
export const registerRebuildCommand = (dependencies: CommandDependencies): vscode.Disposable =>
  registerCommands({ rebuildEmbeddings: () => rebuildEmbeddings(dependencies) }, dependencies);

const rebuildEmbeddings = async (dependencies: CommandDependencies): Promise<void> => {
  const { session, localiser, log } = dependencies;
  if (!(await requirePalace(session, localiser))) return;
  const api = await session.api();
  const status = await api.status({});
  const show = (text: string): void =>
    afterCommand(() => vscode.window.showInformationMessage(text), dependencies);
  const nothing = nothingToRebuild(status, localiser);
  if (nothing !== null) return show(nothing);
  const { message, detail } = rebuildQuestion(status, localiser);
  const rebuild = localiser.t('Rebuild');
  if ((await vscode.window.showInformationMessage(message, { modal: true, detail }, rebuild)) !== rebuild) return;
  const outcome = await withCancel(
    localiser.t('Rebuilding the embeddings'),
    localiser,
    (options) => api.rebuildEmbeddings({}, options).finally(() => session.refresh()),
    localiser.t('The rebuilding goes on in the background; the status tells how far it is.'),
  );
  log.info(`Rebuilt the embeddings: ${JSON.stringify(outcome)}`);
  show(rebuildOutcome(outcome, localiser));
};
