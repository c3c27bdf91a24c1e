import * as vscode from 'vscode';
import { progressReporter } from '../mining/progressReporter.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../showError.ts';
import { nothingToRebuild, rebuildOutcome, rebuildQuestion } from '../status/rebuildText.ts';
import type { Wording } from '../wording.ts';
import { havePalace } from './havePalace.ts';
import { registerCommand } from './registerCommand.ts';

export interface RebuildCommandDependencies {
  readonly session: PalaceSession;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

const messageMs = 8000;

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
    const outcome = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: wording.t('Rebuilding the embeddings'), cancellable: true },
      async (progress, token) => {
        const abort = new AbortController();
        const listening = token.onCancellationRequested(() => abort.abort());
        try {
          return await api.rebuildEmbeddings({}, { signal: abort.signal, onProgress: progressReporter(progress, wording) });
        } catch (thrown) {
          if (abort.signal.aborted) vscode.window.setStatusBarMessage(wording.t('The rebuilding goes on in the background; the status tells how far it is.'), messageMs);
          throw thrown;
        } finally {
          listening.dispose();
          session.refresh();
        }
      });
    log.info(`Rebuilt the embeddings: ${JSON.stringify(outcome)}`);
    tell(rebuildOutcome(outcome, wording));
  }, { log, wording });
