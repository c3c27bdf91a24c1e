import * as vscode from 'vscode';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import { abortable } from '../platform/abortable.ts';
import { drawersText } from '../platform/countedText.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { showError } from '../platform/showError.ts';
import { isIdle, maintenanceDocument, maintenanceSummary } from '../maintenance/maintenanceText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface MaintenanceCommandDependencies {
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  /** Drawers look different now. */
  readonly changed: () => void;
}

/** `runMaintenance`: shows every change with its reason first, and makes them only when asked to; what was archived can be brought back at once. */
export const registerMaintenanceCommand = ({
  session,
  reports,
  localiser,
  log,
  changed,
}: MaintenanceCommandDependencies): vscode.Disposable => {
  const busy = <T>(title: string, work: (options: CallOptions) => Promise<T>): Thenable<T> =>
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) =>
        abortable(token, (signal) =>
          work({ signal, onProgress: ({ done }) => progress.report({ message: localiser.count(done) }) }),
        ),
    );
  const apply = async (): Promise<void> => {
    const api = await session.api();
    const report = await busy(localiser.t('Letting memory age'), (options) => api.maintain({}, options));
    log.info(
      `Maintenance: ${report.counts.archived} archived, ${report.counts.demoted} demoted, ${report.counts.promoted} promoted in ${report.elapsed_ms} ms`,
    );
    changed();
    const undo = localiser.t('Bring Archived Back');
    const { batch } = report;
    const chosen = await vscode.window.showInformationMessage(
      localiser.t('Done: {0}.', maintenanceSummary(report, localiser)),
      ...(batch === null ? [] : [undo]),
    );
    if (chosen !== undo || batch === null) return;
    const { restored } = await api.restore({ batch });
    changed();
    void vscode.window.showInformationMessage(
      localiser.t('Back from the archive: {0}.', drawersText(restored.length, localiser)),
    );
  };
  return registerCommand(
    'runMaintenance',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const api = await session.api();
      const said = await busy(localiser.t('Looking at what would age'), (options) =>
        api.maintain({ dry_run: true }, options),
      );
      if (isIdle(said)) {
        void vscode.window.showInformationMessage(localiser.t('Nothing has aged: no drawer would change.'));
        return;
      }
      await reports.show(localiser.t('Maintenance'), maintenanceDocument(said, localiser));
      const afterwards = async (): Promise<void> => {
        const go = localiser.t('Apply');
        const chosen = await vscode.window.showInformationMessage(
          localiser.t(
            'Maintenance would change drawers: {0}. Nothing is deleted.',
            maintenanceSummary(said, localiser),
          ),
          go,
        );
        if (chosen === go) await apply();
      };
      void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );
};
