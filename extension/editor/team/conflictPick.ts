import * as vscode from 'vscode';
import type { TeamConflictView } from '../../palace/contract/teamSchemas.ts';
import { lineLabel, plainLabel } from '../search/lineLabel.ts';
import { drawersById } from '../tree/drawersById.ts';
import { closeSides, showSides, shownSides, versionsOf, type Sides } from './conflictSides.ts';
import type { TeamDependencies } from './teamLogin.ts';
import { conflictText, isMine } from './teamText.ts';
import { showStatusMessage } from '../platform/statusMessage.ts';

/**
 * Shows two versions of one drawer side by side, one's own on the left. The editor's title then offers which one to keep. Where there
 * are more, or the comparison stands in front already, the person is asked for the one that holds.
 */
export const showConflict = async (dependencies: TeamDependencies): Promise<void> => {
  const { session, localiser, team } = dependencies;
  const api = await session.api();
  const conflicts = await conflictsOf(dependencies);
  const conflict = conflicts.length === 1 ? conflicts[0] : await pickConflict(conflicts, dependencies);
  if (conflict === undefined) return;
  const member = team.status?.member ?? null;
  const [left, right] = await drawersById(api, versionsOf(conflict, member).slice(0, 2));
  const isShown = ({ left: one, right: other }: Sides): boolean =>
    one === left?.drawer_id && other === right?.drawer_id;
  const shown = shownSides();
  const isInFront = shown !== undefined && isShown(shown);
  if (left !== undefined && right !== undefined && !isInFront)
    await showSides(left, right, conflict, member, localiser);
  if (isInFront || right === undefined || conflict.answers.length !== 2)
    await askWhichHolds(conflict, dependencies);
};

/**
 * Settles the conflict that is compared in front: with the version of a side, or, without one, as the person says. If there is
 * none in front, it shows one.
 */
export const settleShown = async (
  side: keyof Sides | undefined,
  dependencies: TeamDependencies,
): Promise<void> => {
  const shown = shownSides();
  if (shown === undefined) return showConflict(dependencies);
  const conflict = (await conflictsOf(dependencies)).find(({ answers }) =>
    answers.some(({ drawer_id: id }) => id === shown.right),
  );
  if (conflict === undefined) return;
  if (side === undefined) await askWhichHolds(conflict, dependencies);
  else await settle(conflict, shown[side], dependencies);
};

const conflictsOf = async ({ session, localiser }: TeamDependencies): Promise<readonly TeamConflictView[]> => {
  const { conflicts } = await (await session.api()).teamConflicts({});
  if (conflicts.length === 0) vscode.window.setStatusBarMessage(localiser.t('There is nothing to settle.'), 5000);
  return conflicts;
};

const pickConflict = async (
  conflicts: readonly TeamConflictView[],
  { localiser }: TeamDependencies,
): Promise<TeamConflictView | undefined> => {
  if (conflicts.length === 0) return undefined;
  const items = conflicts.map((conflict) => {
    const { label, detail } = conflictText(conflict, localiser);
    return { label: `$(git-merge) ${plainLabel(label)}`, detail: plainLabel(detail), conflict };
  });
  return (await vscode.window.showQuickPick(items, { title: localiser.t('Conflicts with the Team') }))?.conflict;
};

const askWhichHolds = async (conflict: TeamConflictView, dependencies: TeamDependencies): Promise<void> => {
  const { localiser, team } = dependencies;
  const { t } = localiser;
  const member = team.status?.member ?? null;
  const items = [
    ...conflict.answers.map((answer) => ({
      label: `$(check) ${isMine(answer, member) ? t('Keep Mine') : t('Keep That of {0}', answer.filed_by ?? '')}`,
      detail: plainLabel(lineLabel(answer.text_start, [])),
      keep: answer.drawer_id,
    })),
    { label: `$(check-all) ${t('Keep All')}`, detail: t('All stay; none replaces another.'), keep: null },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Settle for the whole team: {0}', plainLabel(conflictText(conflict, localiser).label)),
  });
  if (chosen !== undefined) await settle(conflict, chosen.keep, dependencies);
};

/** `keep`: ID of the version that replaces the others; null: all stay. */
const settle = async (
  conflict: TeamConflictView,
  keep: string | null,
  { session, localiser, team }: TeamDependencies,
): Promise<void> => {
  await (await session.api()).teamSettle({ drawer_id: conflict.drawer_id, keep });
  await closeSides(conflict);
  await team.read();
  showStatusMessage(localiser.t('Settled; the team is told.'));
};
