import * as vscode from 'vscode';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import type { EditorServices } from './editorServices.ts';
import { palaceExists } from './palace/palaceExists.ts';
import { palaceLeft } from './palace/palaceLeft.ts';
import { DisposableStore } from './platform/disposableStore.ts';
import type { Localiser } from './platform/localiser.ts';
import type { Settings } from './settings/settings.ts';

/** Failures that end when the program that has the palace open ends or is updated. */
const failuresOfOwner: ReadonlySet<string> = new Set(['E_PALACE_IN_USE', 'E_PROTOCOL_VERSION', 'E_NOT_ALLOWED']);

/**
 * Finds this window's palace now, and again whenever it may be somewhere else. In a trusted workspace a palace that exists is
 * opened. Failures are shown in the status bar and written to the log.
 */
export const followPalace = ({ session, settingsWatch, log, localiser }: EditorServices): vscode.Disposable => {
  const held = new DisposableStore();
  const locate = async (): Promise<void> => {
    try {
      const before = session.state;
      const state = await session.locate();
      const left = await palaceLeft(before, state, palaceExists);
      if (left !== null) void tellLeft(left, localiser);
      if (state.kind === 'closed' && vscode.workspace.isTrusted) await session.api();
    } catch (thrown) {
      log.warn(`The palace was not opened: ${PalaceError.from(thrown).message}`);
    }
  };
  held.add(
    settingsWatch.onChange(({ before, after }) => {
      if (isOtherPalace(before, after)) void locate();
    }),
  );
  held.add(vscode.workspace.onDidChangeWorkspaceFolders(() => void locate()));
  held.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void locate()));
  held.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      const { state } = session;
      // Meanwhile another program may have made the palace, or closed it.
      if (
        focused &&
        (state.kind === 'absent' || (state.kind === 'failed' && failuresOfOwner.has(state.error.code)))
      )
        void locate();
    }),
  );
  void locate();
  return held;
};

const isOtherPalace = (before: Settings, after: Settings): boolean =>
  before.location !== after.location ||
  JSON.stringify(before.palace) !== JSON.stringify(after.palace) ||
  JSON.stringify(before.profileLayers) !== JSON.stringify(after.profileLayers);

/** Otherwise the memory would seem to be lost. */
const tellLeft = async (folder: string, { t }: Localiser): Promise<void> => {
  const mine = t('Mine Workspace');
  const chosen = await vscode.window.showInformationMessage(
    t(
      'This workspace now has a memory of its own, which is still empty. The earlier memory stays in {0}. Once this workspace is mined, “Manage Linked Palaces” adds it to the searches.',
      folder,
    ),
    mine,
  );
  if (chosen === mine) await vscode.commands.executeCommand('synapsePalace.mineWorkspace');
};
