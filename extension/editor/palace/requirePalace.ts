import * as vscode from 'vscode';
import type { PalaceSession } from './palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';

/** Whether there is a palace, or can be one: what files something makes it. If not, as `requirePalace`. */
export const requirePlace = async (session: PalaceSession, localiser: Localiser): Promise<boolean> =>
  (await session.located()).kind === 'absent' || requirePalace(session, localiser);

/** Whether there is a palace. If not, it says so and offers the next step. */
export const requirePalace = async (session: PalaceSession, localiser: Localiser): Promise<boolean> => {
  const state = await session.located();
  if (state.kind === 'nowhere' && state.reason === 'noWorkspace') {
    await vscode.window.showInformationMessage(
      localiser.t('Open a folder first: each workspace has a palace of its own.'),
    );
    return false;
  }
  if (state.kind !== 'nowhere' && state.kind !== 'absent') return true;
  // Whether such a workspace has a palace is not known: where it lies may be a setting that is not followed either.
  const [text, button, command] = vscode.workspace.isTrusted
    ? [
        localiser.t('This workspace has no memory yet.'),
        localiser.t('Mine Workspace'),
        'synapsePalace.mineWorkspace',
      ]
    : [
        localiser.t(
          'The files of a workspace that you don’t trust are not mined, and no palace inside it is opened.',
        ),
        localiser.t('Manage Workspace Trust'),
        'workbench.trust.manage',
      ];
  const chosen = await vscode.window.showInformationMessage(text, button);
  if (chosen === button) await vscode.commands.executeCommand(command);
  return false;
};
