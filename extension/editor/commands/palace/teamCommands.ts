import * as vscode from 'vscode';
import type { TeamStatus } from '../../../palace/contract/teamSchemas.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import { changesText, conflictsText } from '../../platform/countedText.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { plainLabel } from '../../search/lineLabel.ts';
import { settleShown, showConflict } from '../../team/conflictPick.ts';
import { shareWing, takeWing, unshareWing } from '../../team/shareWing.ts';
import { atServer, connectTeam, type TeamDependencies } from '../../team/teamLogin.ts';
import { exchangeText, seenText, teamTitle, warningsText, wingText } from '../../team/teamText.ts';
import { textIn } from '../../tree/nodeText.ts';
import { showStatusMessage } from '../../platform/statusMessage.ts';

/** `manageTeam`: all that a member of a team does; and what the rows of the Memory view offer for their wing. */
export const registerTeamCommands = (dependencies: TeamDependencies): vscode.Disposable =>
  registerCommands(
    {
      manageTeam: () => showTeam(dependencies),
      shareWing: (row) => shareWing(textIn(row, 'wing'), dependencies),
      unshareWing: (row) => unshareWing(textIn(row, 'wing'), dependencies),
      keepMine: () => settleShown('left', dependencies),
      keepTheirs: () => settleShown('right', dependencies),
      settleConflict: () => settleShown(undefined, dependencies),
    },
    dependencies,
  );

interface Choice extends vscode.QuickPickItem {
  readonly run?: () => Promise<void>;
}

const showTeam = async (dependencies: TeamDependencies): Promise<void> => {
  const { session, localiser, team } = dependencies;
  const { t } = localiser;
  if (!(await requirePalace(session, localiser))) return;
  const status = await team.read();
  const items = status.state === 'none' ? [connectRow(dependencies)] : rowsOf(status, dependencies);
  await (await vscode.window.showQuickPick(items, { title: t('Team'), matchOnDescription: true }))?.run?.();
};

const connectRow = (dependencies: TeamDependencies): Choice => {
  const { t } = dependencies.localiser;
  return {
    label: `$(plug) ${t('Connect with a Team…')}`,
    detail: t('Shares wings over the team’s own PostgreSQL. Everything works without it.'),
    run: async () => {
      // What comes next, sharing a wing, is in the same list.
      if ((await connectTeam(dependencies)) !== undefined) await showTeam(dependencies);
    },
  };
};

const rowsOf = (status: TeamStatus, dependencies: TeamDependencies): readonly Choice[] => {
  const { localiser } = dependencies;
  const { t } = localiser;
  const { conflicts, needs_password: isLocked = false, wings, palaces } = status;
  const others = palaces.filter(({ is_this: isThis }) => !isThis);
  const section = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    {
      label: `$(organization) ${plainLabel(teamTitle(status, localiser))}`,
      description: plainLabel(status.team === null ? '' : (status.url ?? '')),
      detail: plainLabel(exchangeText(status, localiser, { isRow: true })),
      run: () => exchange(dependencies),
    },
    {
      label: isLocked ? `$(key) ${t('Enter the Password…')}` : `$(sync) ${t('Sync Now')}`,
      run: () => exchange(dependencies),
    },
    ...(conflicts === 0
      ? []
      : [
          {
            label: `$(git-merge) ${conflictsText(conflicts, localiser)}`,
            detail: t('Members replaced one drawer by different ones. See both, and say which one holds.'),
            run: () => showConflict(dependencies),
          },
        ]),
    section(t('Wings')),
    ...wings.map((wing): Choice => ({
      label: `$(${wing.shared ? 'library' : 'cloud-download'}) ${plainLabel(wing.wing)}`,
      description: wingText(wing, localiser, { isSizeKnown: status.exchanged_at !== null }),
      run: () => changeWing(wing, dependencies),
    })),
    { label: `$(add) ${t('Share a Wing…')}`, run: () => shareWing(undefined, dependencies) },
    ...(others.length === 0 ? [] : [section(t('Other palaces'))]),
    ...others.map((palace): Choice => ({
      label: `$(account) ${plainLabel(t('{0} of {1}', palace.name, palace.member))}`,
      description: seenText(palace, localiser),
    })),
    section(''),
    { label: `$(sign-out) ${t('Leave the Team…')}`, run: () => leave(dependencies) },
  ];
};

const exchange = async (dependencies: TeamDependencies): Promise<void> => {
  const { localiser } = dependencies;
  const { t } = localiser;
  const { pushed, pulled, warnings } = await atServer(t('Exchanging with the team'), dependencies, (api) =>
    api.teamExchange({}),
  );
  showStatusMessage(t('Sent: {0}. Taken: {1}.', changesText(pushed, localiser), changesText(pulled, localiser)));
  showWarnings(warnings, dependencies);
};

const changeWing = async (
  { wing, shared }: TeamStatus['wings'][number],
  dependencies: TeamDependencies,
): Promise<void> => {
  const { t } = dependencies.localiser;
  const choice: Choice = shared
    ? {
        label: `$(circle-slash) ${t('Stop Sharing')}`,
        detail: t('What was exchanged stays on both sides.'),
        run: () => unshareWing(wing, dependencies),
      }
    : {
        label: `$(cloud-download) ${t('Take into This Palace')}`,
        detail: t('Its drawers come here, and new ones follow.'),
        run: () => takeWing(wing, dependencies),
      };
  await (await vscode.window.showQuickPick([choice], { title: plainLabel(wing) }))?.run?.();
};

const leave = async (dependencies: TeamDependencies): Promise<void> => {
  const { session, localiser, team, keys } = dependencies;
  const { t } = localiser;
  const button = t('Leave the Team');
  const detail = t('The palace shares nothing any more. What was exchanged stays on both sides.');
  const asked = await vscode.window.showWarningMessage(t('Leave the team?'), { modal: true, detail }, button);
  if (asked !== button) return;
  const { url } = await team.read();
  const { warnings } = await (await session.api()).teamLeave({});
  if (url !== null) await keys.forget(url);
  await team.read();
  showStatusMessage(t('The palace has no team any more.'));
  showWarnings(warnings, dependencies);
};

const showWarnings = (warnings: readonly string[], dependencies: TeamDependencies): void => {
  const text = warningsText(warnings, dependencies.localiser);
  if (text !== null) afterCommand(() => vscode.window.showWarningMessage(text), dependencies);
};
