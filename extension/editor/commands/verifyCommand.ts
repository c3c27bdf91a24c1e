import * as vscode from 'vscode';
import { abortable } from '../platform/abortable.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface VerifyCommandDependencies {
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `verifyPalace`: checks every drawer's checksum and the database, and lists what is damaged. */
export const registerVerifyCommand = ({
  session,
  reports,
  localiser,
  log,
}: VerifyCommandDependencies): vscode.Disposable =>
  registerCommand(
    'verifyPalace',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const report = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: localiser.t('Checking the palace'),
          cancellable: true,
        },
        (progress, token) =>
          abortable(token, async (signal) =>
            (await session.api()).verify(
              {},
              {
                signal,
                onProgress: ({ done, total }) =>
                  progress.report({
                    message:
                      total === null
                        ? localiser.count(done)
                        : localiser.t('{0} of {1}', localiser.count(done), localiser.count(total)),
                  }),
              },
            ),
          ),
      );
      log.info(`Verified: ${report.checked} checked, ${report.damaged.length} damaged`);
      const afterwards = async (): Promise<void> => {
        if (report.ok) {
          await vscode.window.showInformationMessage(
            localiser.t(
              'The palace is sound: {0} drawers are as they were filed.',
              localiser.count(report.checked),
            ),
          );
          return;
        }
        const list = localiser.t('Show What Is Damaged');
        const chosen = await vscode.window.showWarningMessage(
          localiser.t(
            '{0} of {1} checks failed. Nothing was changed; the newest backup lies in the palace folder under backups.',
            localiser.count(report.damaged.length),
            localiser.count(report.checked),
          ),
          list,
        );
        if (chosen === list)
          await reports.show(
            localiser.t('Damage'),
            `${report.damaged.map(({ what, id, problem }) => `${what} ${id}\n  ${problem}`).join('\n')}\n`,
          );
      };
      void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );
