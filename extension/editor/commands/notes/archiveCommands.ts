import * as vscode from 'vscode';
import { errorText } from '../../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import type { ArchiveList } from '../../archive/archiveNode.ts';
import { reasonText } from '../../memory/archiveReason.ts';
import { pickRestorable } from '../../archive/restorePick.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { drawersText } from '../../platform/countedText.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import { textIn } from '../../tree/nodeText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { requiredText } from '../../tree/requiredText.ts';

interface ArchiveCommandDependencies extends CommandDependencies {
  /** Drawers were changed by hand. */
  readonly changed: () => void;
  /** Opens the review of a stored plan. */
  readonly review: (planId: string) => Promise<void>;
}

/** `restoreArchived`, and the commands of the Archive & plans view: bring back a batch or a reason, review a plan, undo one. */
export const registerArchiveCommands = (dependencies: ArchiveCommandDependencies): vscode.Disposable => {
  const { localiser, review } = dependencies;
  const { t } = localiser;
  const needed = (text: string | undefined): string =>
    requiredText(text, t('Choose one in the Archive & Plans view.'), localiser);
  return registerCommands(
    {
      restoreArchived: () => restoreArchived(dependencies),
      restoreBatch: (node) => {
        const batch = needed(textIn(node, 'batch', 'batch'));
        return bringBack({ batch }, t('Archived together by maintenance'), dependencies);
      },
      restoreReason: (node) => {
        const reason = needed(reasonOf(node));
        return bringBack({ reason }, reasonText(reason, localiser), dependencies);
      },
      restorePlan: (node) => undoPlan(needed(textIn(node, 'plan', 'id')), dependencies),
      reviewPlan: (node) => review(needed(textIn(node, 'plan', 'id'))),
    },
    dependencies,
  );
};

/** A reason may be the empty text. */
const reasonOf = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'reason' in node && typeof node.reason === 'string'
    ? node.reason
    : undefined;

const restoreArchived = async (dependencies: ArchiveCommandDependencies): Promise<void> => {
  const { session, localiser } = dependencies;
  if (!(await requirePalace(session, localiser))) return;
  const choice = await pickRestorable(await session.api(), localiser);
  if (choice === null) void vscode.window.showInformationMessage(localiser.t('The archive is empty.'));
  else if (choice?.kind === 'list') await bringBack(choice.list, choice.label, dependencies);
  else if (choice?.kind === 'drawer') await restoreDrawer(choice.drawerId, dependencies);
  else if (choice?.kind === 'plan') await undoPlan(choice.plan.id, dependencies);
};

const bringBack = async (
  list: ArchiveList,
  label: string,
  { session, localiser, changed }: ArchiveCommandDependencies,
): Promise<void> => {
  const { t } = localiser;
  const api = await session.api();
  const isAgreed = await agrees(
    t('Restore {0} from the archive?', drawersText(await countOf(list, api), localiser)),
    t('{0}. What comes back is found again as before, and its age counts from now.', label),
    t('Restore'),
  );
  if (!isAgreed) return;
  try {
    const { restored } = await withCancel(
      t('Restoring from the archive'),
      localiser,
      (options) => api.restore(list, options),
      t('Stopped. What is back stays back; ask again for the rest.'),
    );
    showRestored(restored.length, localiser);
  } finally {
    // A call that was stopped may have restored some of them.
    changed();
  }
};

const countOf = async (list: ArchiveList, api: PalaceApi): Promise<number> => {
  if ('reason' in list)
    return (await api.archiveReasons({})).reasons.find(({ reason }) => reason === list.reason)?.drawers ?? 0;
  const reason = list.batch.slice(0, list.batch.lastIndexOf('@'));
  const { batches } = await api.archiveBatches({ reason, limit: 1000 });
  return batches.find(({ batch }) => batch === list.batch)?.drawers ?? 0;
};

const restoreDrawer = async (
  drawerId: string,
  { session, localiser, changed }: ArchiveCommandDependencies,
): Promise<void> => {
  const { restored } = await (await session.api()).restore({ drawer_ids: [drawerId] });
  changed();
  showRestored(restored.length, localiser);
};

const undoPlan = async (planId: string, dependencies: ArchiveCommandDependencies): Promise<void> => {
  const { session, localiser, log, changed } = dependencies;
  const { t, count } = localiser;
  const api = await session.api();
  const plan = (await api.plans({ limit: 500 })).plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new PalaceError('E_PLAN', errorText`There is no plan ${planId} in this palace.`);
  const isAgreed = await agrees(
    t('Undo this plan and bring {0} back?', drawersText(plan.archived, localiser)),
    t(
      'The drawers that it archived come back as they were. Its summaries are removed; one that somebody used or changed goes to the archive instead.',
    ),
    t('Undo Plan'),
  );
  if (!isAgreed) return;
  const report = await withCancel(t('Undoing the plan'), localiser, (options) =>
    api.undoPlan({ plan_id: planId }, options),
  );
  changed();
  const others = [...report.archived_summaries, ...report.left];
  for (const { drawer_id: id, reason } of others) log.info(`Undoing ${planId}: ${id}: ${reason}`);
  showRestored(
    report.restored.length,
    localiser,
    others.length === 0
      ? ''
      : others.length === 1
        ? t('1 was handled differently; the log says why.')
        : t('{0} were handled differently; the log says why.', count(others.length)),
  );
};

const agrees = async (question: string, detail: string, answer: string): Promise<boolean> =>
  (await vscode.window.showWarningMessage(question, { modal: true, detail }, answer)) === answer;

const showRestored = (restored: number, localiser: Localiser, note = ''): void => {
  const text = localiser.t('Restored from the archive: {0}.', drawersText(restored, localiser));
  void vscode.window.showInformationMessage(note === '' ? text : `${text} ${note}`);
};
