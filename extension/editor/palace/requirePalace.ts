import * as vscode from 'vscode';
import type { PalaceSession } from './palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';

/** Whether there is a palace. If not, it says so and offers the next step. */
export const requirePalace = async (session: PalaceSession, localiser: Localiser): Promise<boolean> => {
  const { state } = session;
  if (state.kind === 'nowhere') {
    await vscode.window.showInformationMessage(
      state.reason === 'noWorkspace'
        ? localiser.t('Open a folder first: each workspace has a palace of its own.')
        : localiser.t(
            'This palace lies inside a workspace that you do not trust. Trust the workspace to open it.',
          ),
    );
    return false;
  }
  if (state.kind !== 'absent') return true;
  const mine = localiser.t('Mine Workspace');
  const chosen = await vscode.window.showInformationMessage(
    localiser.t('This workspace has no memory yet.'),
    ...(vscode.workspace.isTrusted ? [mine] : []),
  );
  if (chosen === mine) await vscode.commands.executeCommand('synapsePalace.mineWorkspace');
  return false;
};
