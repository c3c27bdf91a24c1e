import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/palaceError.ts';
import type { ArchiveList } from '../archive/archiveNode.ts';
import { reasonText } from '../archive/archiveText.ts';
import { pickRestorable } from '../archive/restorePick.ts';
import { drawersText } from '../platform/countedText.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { textIn } from '../tree/nodeText.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface ArchiveCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  /** Something was changed by hand. */
  readonly changed: () => void;
  /** Opens the review of a plan that is kept. */
  readonly review: (planId: string) => Promise<void>;
}

/** `restoreArchived`, and what the Archive & plans view offers: bringing back a batch or a reason, reviewing a plan, undoing one. */
export const registerArchiveCommands = (dependencies: ArchiveCommandDependencies): vscode.Disposable => {
  const { session, localiser, log, changed, review } = dependencies;
  const { t } = localiser;
  const held = new DisposableStore();
  const command = (name: string, run: (node: unknown) => Promise<void>): void =>
    void held.add(registerCommand(name, run, dependencies));
  const agreed = async (question: string, detail: string, answer: string): Promise<boolean> =>
    (await vscode.window.showWarningMessage(question, { modal: true, detail }, answer)) === answer;

  const bringBack = async (list: ArchiveList, label: string): Promise<void> => {
    const api = await session.api();
    const count =
      'batch' in list
        ? ((
            await api.archiveBatches({ reason: list.batch.slice(0, list.batch.lastIndexOf('@')), limit: 1000 })
          ).batches.find(({ batch }) => batch === list.batch)?.drawers ?? 0)
        : ((await api.archiveReasons({})).reasons.find(({ reason }) => reason === list.reason)?.drawers ?? 0);
    if (
      !(await agreed(
        t('Bring {0} back from the archive?', drawersText(count, localiser)),
        t('{0}. What comes back is found again as before, and its age counts from now.', label),
        t('Bring Back'),
      ))
    )
      return;
    const { restored } = await withCancel(
      t('Bringing back from the archive'),
      localiser,
      (options) => api.restore(list, options),
      t('Stopped. What is back stays back; ask again for the rest.'),
    ).then(
      (report) => report,
      (thrown: unknown) => {
        changed();
        throw thrown;
      },
    );
    changed();
    void vscode.window.showInformationMessage(
      t('Back from the archive: {0}.', drawersText(restored.length, localiser)),
    );
  };
  const restoreDrawer = async (drawerId: string): Promise<void> => {
    const { restored } = await (await session.api()).restore({ drawer_ids: [drawerId] });
    changed();
    void vscode.window.showInformationMessage(
      t('Back from the archive: {0}.', drawersText(restored.length, localiser)),
    );
  };
  const undoPlan = async (planId: string): Promise<void> => {
    const api = await session.api();
    const plan = (await api.plans({ limit: 500 })).plans.find(({ id }) => id === planId);
    if (plan === undefined) throw new PalaceError('E_PLAN', `There is no plan ${planId} in this palace.`);
    const detail = t(
      'The drawers that it archived come back as they were. Its summaries are removed; one that somebody used or changed goes to the archive instead.',
    );
    if (
      !(await agreed(
        t('Undo this plan and bring {0} back?', drawersText(plan.archived, localiser)),
        detail,
        t('Undo Plan'),
      ))
    )
      return;
    const report = await withCancel(t('Undoing the plan'), localiser, (options) =>
      api.undoPlan({ plan_id: planId }, options),
    );
    changed();
    const kept = report.archived_summaries.length + report.left.length;
    for (const { drawer_id: id, reason } of [...report.archived_summaries, ...report.left])
      log.info(`Undoing ${planId}: ${id}: ${reason}`);
    const back = t('Back from the archive: {0}.', drawersText(report.restored.length, localiser));
    void vscode.window.showInformationMessage(
      kept === 0
        ? back
        : `${back} ${kept === 1 ? t('1 was treated otherwise; the log says why.') : t('{0} were treated otherwise; the log says why.', localiser.count(kept))}`,
    );
  };
  const needed = (text: string | undefined): string => {
    if (text === undefined)
      throw new PalaceError('E_USAGE', t('The command was called without an item.'), {
        remedy: t('Choose one in the Archive & Plans view.'),
      });
    return text;
  };

  command('restoreArchived', async () => {
    if (!(await havePalace(session, localiser))) return;
    const what = await pickRestorable(await session.api(), localiser);
    if (what === null) void vscode.window.showInformationMessage(t('The archive is empty.'));
    else if (what?.kind === 'list') await bringBack(what.list, what.label);
    else if (what?.kind === 'drawer') await restoreDrawer(what.drawerId);
    else if (what?.kind === 'plan') await undoPlan(what.plan.id);
  });
  command('restoreBatch', async (node) =>
    bringBack({ batch: needed(textIn(node, 'batch', 'batch')) }, t('Archived together by maintenance')),
  );
  command('restoreReason', async (node) => {
    const reason =
      typeof node === 'object' && node !== null && 'reason' in node && typeof node.reason === 'string'
        ? node.reason
        : needed(undefined);
    await bringBack({ reason }, reasonText(reason, localiser));
  });
  command('restorePlan', async (node) => undoPlan(needed(textIn(node, 'plan', 'id'))));
  command('reviewPlan', async (node) => review(needed(textIn(node, 'plan', 'id'))));
  return held;
};
