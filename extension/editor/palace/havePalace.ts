import * as vscode from 'vscode';
import type { PalaceSession } from './palaceSession.ts';
import type { Wording } from '../platform/localiser.ts';

/** True when there is a palace to ask; else says so and offers the next step. */
export const havePalace = async (session: PalaceSession, wording: Wording): Promise<boolean> => {
  const { state } = session;
  if (state.kind === 'nowhere') {
    await vscode.window.showInformationMessage(state.reason === 'noWorkspace'
      ? wording.t('Open a folder first: each workspace has a palace of its own.')
      : wording.t('This palace lies inside a workspace that you do not trust. Trust the workspace to open it.'));
    return false;
  }
  if (state.kind !== 'absent') return true;
  const mine = wording.t('Mine Workspace');
  const chosen = await vscode.window.showInformationMessage(wording.t('This workspace has no memory yet.'), ...(vscode.workspace.isTrusted ? [mine] : []));
  if (chosen === mine) await vscode.commands.executeCommand('synapsePalace.mineWorkspace');
  return false;
};
