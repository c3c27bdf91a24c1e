import * as vscode from 'vscode';
import type { TeamConflictView } from '../../palace/contract/teamSchemas.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { lineLabel, plainLabel } from '../search/lineLabel.ts';
import { drawerScheme, drawerUri } from '../source/drawerDocument.ts';
import { drawersById } from '../tree/drawersById.ts';
import type { TeamDependencies } from './teamLogin.ts';
import { conflictText, isMine } from './teamText.ts';

/**
 * Shows two versions that members of the team made of one drawer side by side, and asks which one holds. `shown` is a drawer of the
 * conflict; without it, the person chooses one if there are several.
 */
export const settleConflict = async (shown: string | undefined, dependencies: TeamDependencies): Promise<void> => {
  const { session, localiser } = dependencies;
  const { conflicts } = await (await session.api()).teamConflicts({});
  if (conflicts.length === 0) {
    vscode.window.setStatusBarMessage(localiser.t('There is nothing to settle.'), 5000);
    return;
  }
  const conflict =
    conflicts.find(({ answers }) => answers.some(({ drawer_id: id }) => id === shown)) ??
    (conflicts.length === 1 ? conflicts[0] : await pickConflict(conflicts, dependencies));
  if (conflict !== undefined) await askWhichHolds(conflict, dependencies);
};

const pickConflict = async (
  conflicts: readonly TeamConflictView[],
  { localiser }: TeamDependencies,
): Promise<TeamConflictView | undefined> => {
  const items = conflicts.map((conflict) => {
    const { label, detail } = conflictText(conflict, localiser);
    return { label: `$(git-merge) ${plainLabel(label)}`, detail: plainLabel(detail), conflict };
  });
  return (await vscode.window.showQuickPick(items, { title: localiser.t('Conflicts with the Team') }))?.conflict;
};

interface Answer extends vscode.QuickPickItem {
  /** ID of the drawer to keep; null: all of them. */
  readonly keep: string | null;
}

const askWhichHolds = async (conflict: TeamConflictView, dependencies: TeamDependencies): Promise<void> => {
  const { session, localiser, team } = dependencies;
  const { t } = localiser;
  const api = await session.api();
  const member = team.status?.member ?? null;
  // One's own first: it stands on the left.
  const answers = conflict.answers.toSorted((a, b) => Number(isMine(b, member)) - Number(isMine(a, member)));
  const ids = [...answers.map(({ drawer_id: id }) => id), conflict.drawer_id];
  const drawers = new Map((await drawersById(api, ids)).map((drawer) => [drawer.drawer_id, drawer]));
  const [left, ...others] = answers.length > 1 ? answers : [{ drawer_id: conflict.drawer_id }, ...answers];
  const compare = async (id: string | undefined): Promise<void> =>
    showSides(drawers.get(left?.drawer_id ?? ''), drawers.get(id ?? ''), conflict, dependencies);
  await compare(others[0]?.drawer_id);
  const items: readonly Answer[] = [
    ...answers.map((answer) => ({
      label: `$(check) ${isMine(answer, member) ? t('Keep Mine') : t('Keep That of {0}', answer.filed_by ?? '')}`,
      detail: plainLabel(lineLabel(answer.text_start, [])),
      keep: answer.drawer_id,
    })),
    { label: `$(check-all) ${t('Keep All')}`, detail: t('All stay; none replaces another.'), keep: null },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Settle for the whole team: {0}', plainLabel(conflictText(conflict, localiser).label)),
    ignoreFocusOut: true,
    onDidSelectItem: (item: Answer) => {
      if (others.length > 1 && others.some(({ drawer_id: id }) => id === item.keep))
        void compare(item.keep ?? undefined);
    },
  });
  if (chosen === undefined) return;
  await api.teamSettle({ drawer_id: conflict.drawer_id, keep: chosen.keep });
  await closeSides(ids);
  await team.read();
  vscode.window.setStatusBarMessage(t('Settled; the team is told.'), 8000);
};

const showSides = async (
  left: DrawerView | undefined,
  right: DrawerView | undefined,
  conflict: TeamConflictView,
  { localiser }: TeamDependencies,
): Promise<void> => {
  const [one, other] = [left, right].map((drawer) =>
    drawer === undefined ? undefined : drawerUri(drawer, localiser),
  );
  if (one === undefined || other === undefined) return;
  const nameOf = (drawer: DrawerView | undefined): string =>
    drawer?.drawer_id === conflict.drawer_id ? localiser.t('Before') : (drawer?.filed_by ?? localiser.t('Mine'));
  await vscode.commands.executeCommand(
    'vscode.diff',
    one,
    other,
    `${nameOf(left)} ↔ ${nameOf(right)}: ${conflictText(conflict, localiser).label}`,
    { preview: true, preserveFocus: true },
  );
};

/** Closes the comparisons of drawers. */
const closeSides = async (ids: readonly string[]): Promise<void> => {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) =>
    all.filter(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff &&
        input.modified.scheme === drawerScheme &&
        ids.includes(input.modified.query),
    ),
  );
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};
