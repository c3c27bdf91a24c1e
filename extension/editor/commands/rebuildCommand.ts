import * as vscode from 'vscode';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import { nothingToRebuild, rebuildOutcome, rebuildQuestion } from '../status/rebuildText.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Wording } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface RebuildCommandDependencies {
  readonly session: PalaceSession;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

/** `rebuildEmbeddings`: asks once, then works every drawer's vector out anew with the model at hand. Cancelling ends the waiting, not the work. */
export const registerRebuildCommand = ({ session, wording, log }: RebuildCommandDependencies): vscode.Disposable =>
  registerCommand('rebuildEmbeddings', async () => {
    if (!(await havePalace(session, wording))) return;
    const api = await session.api();
    const status = await api.status({});
    const tell = (text: string): void => {
      // The command ends with the work; the message may stay as long as it likes.
      vscode.window.showInformationMessage(text).then(undefined, (thrown: unknown) => showError(thrown, log, wording));
    };
    const nothing = nothingToRebuild(status, wording);
    if (nothing !== null) {
      tell(nothing);
      return;
    }
    const { message, detail } = rebuildQuestion(status, wording);
    const rebuild = wording.t('Rebuild');
    if ((await vscode.window.showInformationMessage(message, { modal: true, detail }, rebuild)) !== rebuild) return;
    const outcome = await withCancel(wording.t('Rebuilding the embeddings'), wording, (options) => api.rebuildEmbeddings({}, options).finally(() => session.refresh()),
      wording.t('The rebuilding goes on in the background; the status tells how far it is.'));
    log.info(`Rebuilt the embeddings: ${JSON.stringify(outcome)}`);
    tell(rebuildOutcome(outcome, wording));
  }, { log, wording });
