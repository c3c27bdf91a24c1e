import * as vscode from 'vscode';
import type { CallOptions } from '../../../palace/contract/palaceApi.ts';
import { isIdle, maintenanceDocument, maintenanceSummary } from '../../maintenance/maintenanceText.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { abortable } from '../../platform/abortable.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import { drawersText } from '../../platform/countedText.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import type { ReportDocuments } from '../../source/reportDocuments.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface MaintenanceCommandDependencies extends CommandDependencies {
  readonly reports: ReportDocuments;
  /** Drawers were changed by hand. */
  readonly changed: () => void;
}

/**
 * `runMaintenance`: shows every change with its reason first, and makes them only when the person agrees. All of it
 * can be undone at once.
 */
export const registerMaintenanceCommand = (dependencies: MaintenanceCommandDependencies): vscode.Disposable =>
  registerCommands({ runMaintenance: () => runMaintenance(dependencies) }, dependencies);

const runMaintenance = async (dependencies: MaintenanceCommandDependencies): Promise<void> => {
  const { session, reports, localiser } = dependencies;
  const { t } = localiser;
  if (!(await requirePalace(session, localiser))) return;
  const api = await session.api();
  const preview = await withCount(t('Checking what would age'), localiser, (options) =>
    api.maintain({ dry_run: true }, options),
  );
  if (isIdle(preview)) {
    void vscode.window.showInformationMessage(t('Nothing has aged: no drawer would change.'));
    return;
  }
  await reports.show(t('Maintenance'), maintenanceDocument(preview, localiser));
  afterCommand(async () => {
    const apply = t('Apply');
    const chosen = await vscode.window.showInformationMessage(
      t('Maintenance would change drawers: {0}. Nothing is deleted.', maintenanceSummary(preview, localiser)),
      apply,
    );
    if (chosen === apply) await applyMaintenance(dependencies);
  }, dependencies);
};

const applyMaintenance = async ({
  session,
  localiser,
  log,
  changed,
}: MaintenanceCommandDependencies): Promise<void> => {
  const { t } = localiser;
  const api = await session.api();
  const report = await withCount(t('Ageing the memory'), localiser, (options) => api.maintain({}, options));
  const { counts, batch } = report;
  log.info(
    `Maintenance: ${counts.archived} archived, ${counts.demoted} demoted, ${counts.promoted} promoted in ${report.elapsed_ms} ms`,
  );
  changed();
  const undo = t('Undo');
  const chosen = await vscode.window.showInformationMessage(
    t('Done: {0}.', maintenanceSummary(report, localiser)),
    ...(batch === null ? [] : [undo]),
  );
  if (chosen !== undo || batch === null) return;
  // It may have been opened anew since.
  const { restored, moved_back: movedBack } = await (await session.api()).restore({ batch });
  changed();
  void vscode.window.showInformationMessage(
    t('Undone. Back where it was: {0}.', drawersText(restored.length + movedBack.length, localiser)),
  );
};

/** Runs a call with a notification that counts the drawers checked. */
const withCount = <T>(
  title: string,
  { count }: Localiser,
  call: (options: CallOptions) => Promise<T>,
): Thenable<T> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, token) =>
      abortable(token, (signal) =>
        call({ signal, onProgress: ({ done }) => progress.report({ message: count(done) }) }),
      ),
  );
