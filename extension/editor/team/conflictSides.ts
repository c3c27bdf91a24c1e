import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { TeamConflictView } from '../../palace/contract/teamSchemas.ts';
import { closeTabs } from '../platform/closeTabs.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerScheme, drawerUri } from '../source/drawerDocument.ts';
import { conflictText, isMine, type Answer } from './teamText.ts';

/** Ends the address of a comparison with the person's own version on the left: the editor's title offers to keep either. */
const mineAndTheirs = 'theirs';

/** Two versions of a drawer that compete, by their IDs. */
export interface Sides {
  readonly left: string;
  readonly right: string;
}

/** The versions in the order in which they are compared: one's own first, and before a single one what it would replace. */
export const versionsOf = (
  { drawer_id: id, answers }: TeamConflictView,
  member: string | null,
): readonly string[] => {
  const rank = (answer: Answer): number => (isMine(answer, member) ? 0 : 1);
  const ids = answers.toSorted((a, b) => rank(a) - rank(b)).map(({ drawer_id: answer }) => answer);
  return ids.length > 1 ? ids : [id, ...ids];
};

/** Opens a comparison of two versions. */
export const showSides = async (
  left: DrawerView,
  right: DrawerView,
  conflict: TeamConflictView,
  member: string | null,
  localiser: Localiser,
): Promise<void> => {
  const mine = conflict.answers.find(({ drawer_id: id }) => id === left.drawer_id);
  const isOwn = mine !== undefined && isMine(mine, member);
  const nameOf = ({ drawer_id: id, filed_by: by }: DrawerView): string =>
    id === conflict.drawer_id
      ? localiser.t('Before')
      : by === undefined || by === member
        ? localiser.t('Mine')
        : by;
  await vscode.commands.executeCommand(
    'vscode.diff',
    drawerUri(left, localiser),
    drawerUri(right, localiser).with(isOwn ? { fragment: mineAndTheirs } : {}),
    `${nameOf(left)} ↔ ${nameOf(right)}: ${conflictText(conflict, localiser).label}`,
    { preview: true },
  );
};

const sidesOf = (tab: vscode.Tab | undefined): Sides | undefined => {
  const input: unknown = tab?.input;
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === drawerScheme
    ? { left: input.original.query, right: input.modified.query }
    : undefined;
};

/** The versions that are compared in the editor in front. */
export const shownSides = (): Sides | undefined => sidesOf(vscode.window.tabGroups.activeTabGroup.activeTab);

/** Closes the comparisons of a conflict that is settled. */
export const closeSides = async ({ answers }: TeamConflictView): Promise<void> => {
  const ids = answers.map(({ drawer_id: id }) => id);
  await closeTabs((tab) => {
    const sides = sidesOf(tab);
    return sides !== undefined && ids.includes(sides.right);
  });
};
