import * as vscode from 'vscode';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import { nothingToRebuild, rebuildOutcome, rebuildQuestion } from '../status/rebuildText.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface RebuildCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `rebuildEmbeddings`: asks once, then works every drawer's vector out anew with the model at hand. Cancelling ends the waiting, not the work. */
export const registerRebuildCommand = ({
  session,
  localiser,
  log,
}: RebuildCommandDependencies): vscode.Disposable =>
  registerCommand(
    'rebuildEmbeddings',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const api = await session.api();
      const status = await api.status({});
      const tell = (text: string): void => {
        // The command ends with the work; the message may stay as long as it likes.
        vscode.window
          .showInformationMessage(text)
          .then(undefined, (thrown: unknown) => showError(thrown, log, localiser));
      };
      const nothing = nothingToRebuild(status, localiser);
      if (nothing !== null) {
        tell(nothing);
        return;
      }
      const { message, detail } = rebuildQuestion(status, localiser);
      const rebuild = localiser.t('Rebuild');
      if ((await vscode.window.showInformationMessage(message, { modal: true, detail }, rebuild)) !== rebuild)
        return;
      const outcome = await withCancel(
        localiser.t('Rebuilding the embeddings'),
        localiser,
        (options) => api.rebuildEmbeddings({}, options).finally(() => session.refresh()),
        localiser.t('The rebuilding goes on in the background; the status tells how far it is.'),
      );
      log.info(`Rebuilt the embeddings: ${JSON.stringify(outcome)}`);
      tell(rebuildOutcome(outcome, localiser));
    },
    { log, localiser },
  );
