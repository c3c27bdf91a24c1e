import * as vscode from 'vscode';
import { abortable } from '../platform/abortable.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { showError } from '../platform/showError.ts';
import type { Wording } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface VerifyCommandDependencies {
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

/** `verifyPalace`: checks every drawer's checksum and the database, and lists what is damaged. */
export const registerVerifyCommand = ({ session, reports, wording, log }: VerifyCommandDependencies): vscode.Disposable =>
  registerCommand('verifyPalace', async () => {
    if (!(await havePalace(session, wording))) return;
    const report = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: wording.t('Checking the palace'), cancellable: true },
      (progress, token) => abortable(token, async (signal) => (await session.api()).verify({}, {
        signal,
        onProgress: ({ done, total }) => progress.report({ message: total === null ? wording.count(done) : wording.t('{0} of {1}', wording.count(done), wording.count(total)) }),
      })));
    log.info(`Verified: ${report.checked} checked, ${report.damaged.length} damaged`);
    const afterwards = async (): Promise<void> => {
      if (report.ok) {
        await vscode.window.showInformationMessage(wording.t('The palace is sound: {0} drawers are as they were filed.', wording.count(report.checked)));
        return;
      }
      const list = wording.t('Show What Is Damaged');
      const chosen = await vscode.window.showWarningMessage(wording.t('{0} of {1} checks failed. Nothing was changed; the newest backup lies in the palace folder under backups.', wording.count(report.damaged.length), wording.count(report.checked)), list);
      if (chosen === list) await reports.show(wording.t('Damage'), `${report.damaged.map(({ what, id, problem }) => `${what} ${id}\n  ${problem}`).join('\n')}\n`);
    };
    void afterwards().catch((thrown: unknown) => showError(thrown, log, wording));
  }, { log, wording });
