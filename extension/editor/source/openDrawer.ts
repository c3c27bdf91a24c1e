import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/palaceError.ts';
import type { DrawerView, PalaceApi } from '../../palace/palaceApi.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import type { Wording } from '../wording.ts';
import { drawerUri } from './drawerDocument.ts';
import { findPassage } from './passage.ts';
import { sourcePaths } from './sourcePaths.ts';

export interface OpenDrawerDependencies {
  readonly session: PalaceSession;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}
export interface OpenDrawerOptions {
  readonly toSide?: boolean;
}

const messageMs = 8000;

const existingSource = async (drawer: DrawerView): Promise<vscode.Uri | null> => {
  if (drawer.source_file === null) return null;
  for (const file of sourcePaths(drawer.source_file, workspaceView().folders)) {
    const uri = vscode.Uri.file(file);
    try {
      const { type } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) !== 0) return uri;
    } catch (thrown) {
      // Not at this place: the next one, or the verbatim copy.
      if (!(thrown instanceof vscode.FileSystemError)) throw thrown;
    }
  }
  return null;
};

const show = async (drawer: DrawerView, options: OpenDrawerOptions, wording: Wording): Promise<void> => {
  const viewColumn = options.toSide === true ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  const source = await existingSource(drawer);
  if (source === null) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(drawerUri(drawer, wording)), { viewColumn, preview: true });
    if (drawer.source_file !== null)
      vscode.window.setStatusBarMessage(wording.t('{0} is no longer there. This is the text as it was filed.', drawer.source_file), messageMs);
    return;
  }
  const document = await vscode.workspace.openTextDocument(source);
  const passage = findPassage(document.getText(), drawer.text, drawer.lines);
  const selection = new vscode.Range(passage.startLine, passage.startCharacter, passage.endLine, passage.endCharacter);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: true, selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  if (!passage.verbatim)
    vscode.window.setStatusBarMessage(wording.t('The file has changed since this was filed; these are the lines where it stood.'), messageMs);
};

/** Opening counts as an access, once a drawer and window; a failure of the count never hides the source. */
const countAccess = async (api: PalaceApi, drawerId: string, log: vscode.LogOutputChannel): Promise<void> => {
  try {
    await api.recordAccess({ drawer_ids: [drawerId], session_id: vscode.env.sessionId, kind: 'opened' });
  } catch (thrown) {
    const error = PalaceError.from(thrown);
    log.warn(`The access to ${drawerId} was not recorded. ${error.code}: ${error.message}`);
  }
};

/** Shows a drawer's source at its lines, or its verbatim text when the source is gone. Rejects with `PalaceError`. */
export const openDrawer = async (drawerId: string, options: OpenDrawerOptions, dependencies: OpenDrawerDependencies): Promise<void> => {
  const api = await dependencies.session.api();
  const drawer = await api.show({ drawer_id: drawerId });
  await show(drawer, options, dependencies.wording);
  void countAccess(api, drawerId, dependencies.log);
};
