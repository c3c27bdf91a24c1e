import * as vscode from 'vscode';
import { drawerLabel } from '../../memory/drawerText.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { drawersText } from '../../platform/countedText.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import type { ReportDocuments } from '../../source/reportDocuments.ts';
import { textIn } from '../../tree/nodeText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { requiredText } from '../../tree/requiredText.ts';

interface SessionCommandDependencies extends CommandDependencies {
  readonly reports: ReportDocuments;
  /** Reads the Session view again. */
  readonly refresh: () => void;
  /** Drawers were changed by hand. */
  readonly changed: () => void;
  /** Opens the review of a stored plan. */
  readonly review: (planId: string) => Promise<void>;
  /** Prepares a plan that was just made, before it is reviewed. */
  readonly prepare: (planId: string) => Promise<void>;
}

/**
 * The Session view's commands: its text as an agent gets it, resolving an issue, accepting a replacement, reviewing a group,
 * undoing moves.
 */
export const registerSessionCommands = (dependencies: SessionCommandDependencies): vscode.Disposable => {
  const { session, refresh } = dependencies;
  return registerCommands(
    {
      refreshSession: () => {
        session.refresh();
        refresh();
      },
      openSessionContext: () => openSessionContext(dependencies),
      resolveRecurringIssue: (node) => resolveRecurringIssue(node, dependencies),
      acceptReplacement: (node) => acceptReplacement(node, dependencies),
      takeBackMoves: (node) => takeBackMoves(node, dependencies),
      reviewAlike: (node) => reviewAlike(node, dependencies),
    },
    dependencies,
  );
};

const openSessionContext = async ({ session, reports, localiser }: SessionCommandDependencies): Promise<void> => {
  if (!(await requirePalace(session, localiser))) return;
  const { text } = await (await session.api()).sessionContext({});
  await reports.show(`${localiser.t('Session context')}.md`, text);
};

const needed = (text: string | undefined, { localiser }: SessionCommandDependencies): string =>
  requiredText(text, localiser.t('Choose one in the Session view.'), localiser);

const resolveRecurringIssue = async (node: unknown, dependencies: SessionCommandDependencies): Promise<void> => {
  const { session, localiser, changed } = dependencies;
  const id = needed(textIn(node, 'pattern', 'pattern_id'), dependencies);
  const resolve = async (resolved: boolean): Promise<string> => {
    const { pattern } = await (await session.api()).resolvePattern({ pattern_id: id, resolved });
    changed();
    return pattern.label;
  };
  tellUndoable(localiser.t('Resolved: {0}', await resolve(true)), () => resolve(false), dependencies);
};

const acceptReplacement = async (node: unknown, dependencies: SessionCommandDependencies): Promise<void> => {
  const { session, localiser, changed } = dependencies;
  const older = needed(textIn(node, 'suggestion', 'older_id'), dependencies);
  const newer = needed(textIn(node, 'suggestion', 'newer_id'), dependencies);
  const markAs = async (by: string | null): Promise<void> => {
    await (await session.api()).update({ drawer_ids: [older], whole_notes: true, superseded_by: by });
    changed();
  };
  await markAs(newer);
  const marked = await (await session.api()).show({ drawer_id: older });
  tellUndoable(
    localiser.t('Marked as replaced: {0}', drawerLabel(marked, localiser)),
    () => markAs(null),
    dependencies,
  );
};

/** Undoes a batch of moves at once: its drawers return to where they were. */
const takeBackMoves = async (node: unknown, dependencies: SessionCommandDependencies): Promise<void> => {
  const { session, localiser, log, changed } = dependencies;
  const { t } = localiser;
  const api = await session.api();
  const batch = needed(textIn(node, 'batch', 'batch'), dependencies);
  const plan = textIn(node, 'batch', 'plan_id');
  try {
    const { restored, moved_back: movedBack } =
      plan === undefined
        ? await api.restore({ batch })
        : { ...(await api.undoPlan({ plan_id: plan })), moved_back: [] };
    log.info(`Undone: ${batch}: ${restored.length} from the archive, ${movedBack.length} back in their tier`);
    void vscode.window.showInformationMessage(
      t('Undone. Back where it was: {0}.', drawersText(restored.length + movedBack.length, localiser)),
    );
  } finally {
    changed();
  }
};

const reviewAlike = async (node: unknown, dependencies: SessionCommandDependencies): Promise<void> => {
  const { session, prepare, review } = dependencies;
  const ids = candidateIds(node);
  needed(ids[0], dependencies);
  const { plan } = await (await session.api()).makePlan({ drawer_ids: ids });
  await prepare(plan.id);
  await review(plan.id);
};

const candidateIds = (node: unknown): string[] => {
  const candidate = typeof node === 'object' && node !== null && 'candidate' in node ? node.candidate : undefined;
  return typeof candidate === 'object' &&
    candidate !== null &&
    'drawer_ids' in candidate &&
    Array.isArray(candidate.drawer_ids)
    ? candidate.drawer_ids.filter((id) => typeof id === 'string')
    : [];
};
