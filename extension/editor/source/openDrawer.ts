import path from 'node:path';
import * as vscode from 'vscode';
import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import { isNoteType } from '../../palace/model/drawer/noteTypes.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { isExchange, showExchange } from '../conversations/exchangeDocuments.ts';
import type { GitExtensionApi } from '../git/gitExtension.ts';
import { showCommit } from '../git/showCommit.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerUri } from './drawerDocument.ts';
import { noteUri } from './noteDocuments.ts';
import { inspectorViewType } from '../platform/inspectorViewType.ts';
import { findPassage } from './passage.ts';
import { showPassage, type PassageView } from '../platform/showPassage.ts';
import { hasViewer } from './documentViewers.ts';
import { showNotebook } from './showNotebook.ts';
import { sourcePaths } from './sourcePaths.ts';
import { showStatusMessage } from '../platform/statusMessage.ts';

interface OpenDrawerDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly git: () => Promise<GitExtensionApi | null>;
}
export interface OpenDrawerOptions {
  readonly toSide?: boolean;
  /** Show where a note was taken from, not the note itself. */
  readonly origin?: boolean;
  /** Show the text as it was filed, not its source. */
  readonly verbatim?: boolean;
  /** The focus stays where it is, and the drawer does not count as opened. A commit is not previewed. */
  readonly preview?: boolean;
  /** The focus stays where it is, as after a click in a tree; otherwise it opens as usual. */
  readonly keepFocus?: boolean;
  /** Stems of the search that found it: it is shown at the line that holds the most of them. */
  readonly terms?: readonly string[];
}

interface DrawerShown extends PassageView {
  readonly isPreview: boolean;
}

const existingSource = async (drawer: DrawerView): Promise<vscode.Uri | null> => {
  if (drawer.source_file === null || drawer.type === 'git_commit') return null;
  for (const file of sourcePaths(drawer.source_file, foldersOf(drawer))) {
    const uri = vscode.Uri.file(file);
    try {
      const { type } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) !== 0) return uri;
    } catch (thrown) {
      // Not here: try the next path, then the verbatim copy.
      if (!(thrown instanceof vscode.FileSystemError)) throw thrown;
    }
  }
  return null;
};

/** Where a drawer's files are: in this window's folders, or in the workspace of the linked palace that it lives in. */
const foldersOf = ({ source_file: file, palace, palace_workspace: workspace }: DrawerView) => {
  if (palace === undefined) return workspaceView().folders;
  const isKnown = typeof workspace === 'string' && file !== null && !path.isAbsolute(file);
  return isKnown ? [{ path: workspace, name: path.basename(workspace) }] : [];
};

/** A source opens beside the inspector, not over it. */
const columnFor = (toSide: boolean): vscode.ViewColumn => {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  if (toSide) return vscode.ViewColumn.Beside;
  if (!isInspectorActive()) return vscode.ViewColumn.Active;
  return all.find((group) => group !== activeTabGroup)?.viewColumn ?? vscode.ViewColumn.Beside;
};

const isInspectorActive = (): boolean => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor adds its own prefix to the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(inspectorViewType);
};

const show = async (
  drawer: DrawerView,
  options: OpenDrawerOptions,
  { session, localiser }: OpenDrawerDependencies,
): Promise<void> => {
  const { terms = [], preview = false, keepFocus = preview } = options;
  const how = {
    viewColumn: columnFor(options.toSide === true),
    terms,
    preserveFocus: keepFocus,
    isPreview: preview,
  };
  const showAll = async (uri: vscode.Uri): Promise<void> =>
    showPassage(await vscode.workspace.openTextDocument(uri), how);
  const say = (text: string): void => {
    if (!preview) showStatusMessage(text);
  };
  if (options.verbatim === true) return showAll(drawerUri(drawer, localiser));
  if (drawer.palace !== undefined) return showLinked(drawer, how, localiser);
  if (isNoteType(drawer.type) && !drawer.archived && options.origin !== true) return showAll(noteUri(drawer));
  if (options.origin === true && drawer.source_file === null) {
    say(localiser.t('This note was written by hand: it comes from no file.'));
    return;
  }
  if (isExchange(drawer) && options.origin !== true) return showExchange(drawer, session, localiser, how);
  const source = await existingSource(drawer);
  if (source === null) {
    await showAll(drawerUri(drawer, localiser));
    if (drawer.source_file !== null && drawer.type !== 'git_commit')
      say(localiser.t('{0} is no longer there. This is the text as it was filed.', drawer.source_file));
    return;
  }
  if (documentKindOf(source.path) !== null) return showDocument(source, drawer, how, localiser);
  await showIn(source, drawer, how, localiser);
};

/** Shows a PDF, DOCX or EPUB in an extension's viewer for it, a notebook at its cell, else shows the extracted text. */
const showDocument = async (
  source: vscode.Uri,
  drawer: DrawerView,
  how: DrawerShown,
  localiser: Localiser,
): Promise<void> => {
  if (await showNotebook(source, drawer.text, how)) return;
  if (!how.isPreview && hasViewer(source.path, vscode.extensions.all)) {
    const { viewColumn, preserveFocus } = how;
    await vscode.commands.executeCommand('vscode.open', source, { viewColumn, preserveFocus });
    return;
  }
  await showPassage(await vscode.workspace.openTextDocument(drawerUri(drawer, localiser)), how);
  if (!how.isPreview)
    showStatusMessage(localiser.t('No extension shows {0} here. This is its text.', path.basename(source.path)));
};

/** Opens a drawer's file at its lines. */
const showIn = async (
  source: vscode.Uri,
  drawer: DrawerView,
  how: DrawerShown,
  localiser: Localiser,
): Promise<void> => {
  const document = await vscode.workspace.openTextDocument(source);
  const passage = findPassage(document.getText(), drawer.text, drawer.lines);
  const range = new vscode.Range(passage.startLine, passage.startCharacter, passage.endLine, passage.endCharacter);
  await showPassage(document, how, range);
  if (!passage.verbatim && !how.isPreview)
    showStatusMessage(
      localiser.t('The file has changed since this was filed; these are the lines where it stood.'),
    );
};

/** Shows a linked palace's drawer: its file in that workspace, else its text, which can't be changed from here. */
const showLinked = async (drawer: DrawerView, how: DrawerShown, localiser: Localiser): Promise<void> => {
  const source = isNoteType(drawer.type) || isExchange(drawer) ? null : await existingSource(drawer);
  if (source !== null && documentKindOf(source.path) === null) return showIn(source, drawer, how, localiser);
  if (source !== null && (await showNotebook(source, drawer.text, how))) return;
  const document = await vscode.workspace.openTextDocument(drawerUri(drawer, localiser));
  await showPassage(document, how);
};

/** Opening counts as an access, once per drawer and window; if counting fails, the source is still shown. */
const countAccess = async (api: PalaceApi, drawerId: string, log: vscode.LogOutputChannel): Promise<void> => {
  try {
    await api.recordAccess({ drawer_ids: [drawerId], session_id: vscode.env.sessionId, kind: 'opened' });
  } catch (thrown) {
    const error = PalaceError.from(thrown);
    log.warn(`The access to ${drawerId} was not recorded. ${error.code}: ${error.message}`);
  }
};

/**
 * Opens a drawer: a note for reading and editing, the exchange of a conversation, a commit, or a file at the drawer's lines.
 * Without a source to open it shows the verbatim text. Rejects with `PalaceError`.
 */
export const openDrawer = async (
  drawerId: string,
  options: OpenDrawerOptions,
  dependencies: OpenDrawerDependencies,
): Promise<void> => {
  const api = await dependencies.session.api();
  const drawer = await api.show({ drawer_id: drawerId });
  if (options.preview === true)
    return drawer.type === 'git_commit' ? undefined : show(drawer, options, dependencies);
  const shown =
    drawer.type === 'git_commit' &&
    drawer.palace === undefined &&
    options.verbatim !== true &&
    (await showCommit(drawer, options.toSide === true || isInspectorActive(), dependencies.git));
  if (!shown) await show(drawer, options, dependencies);
  void countAccess(api, drawerId, dependencies.log);
};
