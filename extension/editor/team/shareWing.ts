import * as vscode from 'vscode';
import { drawersText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { plainLabel } from '../search/lineLabel.ts';
import { atServer, connectTeam, type TeamDependencies } from './teamLogin.ts';
import { showStatusMessage } from '../platform/statusMessage.ts';

/**
 * Shares a wing with the team after saying what that means; a palace without a team is connected first. Without a wing, the person is
 * asked for one: the Memory view hands over none while it is being read anew.
 */
export const shareWing = async (chosen: string | undefined, dependencies: TeamDependencies): Promise<void> => {
  const { session, localiser, team } = dependencies;
  const { t } = localiser;
  const status = await team.read();
  const connected = status.state === 'none' ? await connectTeam(dependencies) : status;
  if (connected === undefined) return;
  const { by_wing: wings } = (await (await session.api()).status({})).drawers;
  const wing =
    chosen ??
    (await pickWing(
      Object.entries(wings).filter(([each]) => !team.isShared(each)),
      { title: t('Share a Wing'), placeHolder: t('Which wing? Others stay as private as they are.') },
      t('There is no other wing to share.'),
      localiser,
    ));
  if (wing === undefined) return;
  const choices = [
    {
      label: `$(organization) ${t('Share')}`,
      detail: t(
        '{0} now, and what is filed there later. Sensitive ones stay here.',
        drawersText(new Map(Object.entries(wings)).get(wing) ?? 0, localiser),
      ),
      includesSensitive: false,
    },
    {
      label: `$(unlock) ${t('Share with Sensitive Drawers')}`,
      detail: t('Anyone who may read the wing can then read them.'),
      includesSensitive: true,
    },
  ];
  const title = t('Share {0} with {1}', wing, connected.team ?? connected.url ?? '');
  const choice = await vscode.window.showQuickPick(choices, { title: plainLabel(title) });
  if (choice === undefined) return;
  await atServer(t('Sharing {0}', wing), dependencies, (api) =>
    api.teamShare({ wing, ...(choice.includesSensitive ? { include_sensitive: true } : {}) }),
  );
  showStatusMessage(t('{0} is shared.', wing));
};

/** Asks for one of some wings, given with how many drawers each has; says `nothing` if there are none. */
const pickWing = async (
  wings: readonly (readonly [string, number])[],
  options: vscode.QuickPickOptions,
  nothing: string,
  localiser: Localiser,
): Promise<string | undefined> => {
  if (wings.length === 0) {
    void vscode.window.showInformationMessage(nothing);
    return undefined;
  }
  const items = wings.map(([wing, drawers]) => ({
    label: plainLabel(wing),
    description: drawersText(drawers, localiser),
    iconPath: new vscode.ThemeIcon('library'),
    wing,
  }));
  return (await vscode.window.showQuickPick(items, options))?.wing;
};

/** Ends the sharing of a wing, here alone. Without a wing, the person is asked for one. */
export const unshareWing = async (
  chosen: string | undefined,
  { session, localiser, team }: TeamDependencies,
): Promise<void> => {
  const { t } = localiser;
  const wings = chosen === undefined ? (await team.read()).wings.filter(({ shared }) => shared) : [];
  const wing =
    chosen ??
    (await pickWing(
      wings.map(({ wing: name, drawers }) => [name, drawers]),
      { title: t('Stop Sharing a Wing'), placeHolder: t('Which wing? What was exchanged stays on both sides.') },
      t('No wing is shared from here.'),
      localiser,
    ));
  if (wing === undefined) return;
  await (await session.api()).teamUnshare({ wing });
  await team.read();
  showStatusMessage(t('{0} is no longer shared from here. What was exchanged stays on both sides.', wing));
};

/** Takes a wing that others share into this palace, and shares what is filed there later. */
export const takeWing = async (wing: string, dependencies: TeamDependencies): Promise<void> => {
  const { t } = dependencies.localiser;
  await atServer(t('Taking {0}', wing), dependencies, (api) => api.teamExchange({ wing }));
  showStatusMessage(t('{0} is in this palace now.', wing));
};
