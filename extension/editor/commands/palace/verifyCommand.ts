import * as vscode from 'vscode';
import type { Result } from '../../../palace/contract/palaceApi.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { abortable } from '../../platform/abortable.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import type { ReportDocuments } from '../../source/reportDocuments.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { drawersText } from '../../platform/countedText.ts';
import { damageText } from './damageText.ts';

interface VerifyCommandDependencies extends CommandDependencies {
  readonly reports: ReportDocuments;
}

type VerifyReport = Result<'verify'>;

/** `verifyPalace`: checks every drawer's checksum and the database, and lists what is damaged. */
export const registerVerifyCommand = (dependencies: VerifyCommandDependencies): vscode.Disposable =>
  registerCommands({ verifyPalace: () => verifyPalace(dependencies) }, dependencies);

const verifyPalace = async (dependencies: VerifyCommandDependencies): Promise<void> => {
  const { session, localiser, log } = dependencies;
  if (!(await requirePalace(session, localiser))) return;
  const report = await checkPalace(dependencies);
  log.info(`Verified: ${report.checked} checked, ${report.damaged.length} damaged`);
  afterCommand(() => showVerified(report, dependencies), dependencies);
};

const checkPalace = ({ session, localiser: { t, count } }: VerifyCommandDependencies): Thenable<VerifyReport> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Checking the palace'), cancellable: true },
    (progress, token) =>
      abortable(token, async (signal) =>
        (await session.api()).verify(
          {},
          {
            signal,
            onProgress: ({ done, total }) =>
              progress.report({
                message: total === null ? count(done) : t('{0} of {1}', count(done), count(total)),
              }),
          },
        ),
      ),
  );

const showVerified = async (
  { ok, checked, damaged }: VerifyReport,
  { reports, localiser }: VerifyCommandDependencies,
): Promise<void> => {
  const { t, count } = localiser;
  if (ok) {
    await vscode.window.showInformationMessage(
      t('The palace is sound ({0} checked).', drawersText(checked, localiser)),
    );
    return;
  }
  const list = t('Show What Is Damaged');
  const chosen = await vscode.window.showWarningMessage(
    t(
      'Failed checks: {0} of {1}. Nothing was changed; the newest backup is in the palace folder, under backups.',
      count(damaged.length),
      count(checked),
    ),
    list,
  );
  if (chosen === list) await reports.show(t('Damage'), damageText(damaged, localiser));
};
