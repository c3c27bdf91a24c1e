import path from 'node:path';
import * as vscode from 'vscode';
import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { abortable } from '../platform/abortable.ts';
import { isNoteType } from '../../palace/model/drawer/noteTypes.ts';
import { commitDocument, commitHash } from '../git/commitText.ts';
import { noteTitle } from '../notes/noteTitle.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { uriPath } from '../platform/uriPath.ts';

export const drawerScheme = 'synapse-palace-drawer';

/**
 * The address of a drawer's read-only document. Its path is the tab's title, and its extension decides the
 * language.
 */
export const drawerUri = (drawer: DrawerView, localiser: Localiser): vscode.Uri =>
  vscode.Uri.from({
    scheme: drawerScheme,
    path: uriPath(drawer.wing, drawer.room, fileNameOf(drawer, localiser)),
    query: drawer.drawer_id,
  });

const fileNameOf = (drawer: DrawerView, localiser: Localiser): string => {
  const hash = commitHash(drawer);
  if (hash !== null) return localiser.t('Commit {0}', hash.slice(0, 7));
  const { name, ext } = isNoteType(drawer.type)
    ? { name: noteTitle(drawer), ext: '.md' }
    : path.posix.parse(drawer.source_file ?? `${drawer.room}.txt`);
  // With a document's extension, a viewer for such documents would be asked to show the text.
  if (documentKindOf(ext) !== null) return `${name}${ext}${placeInSource(ext, drawer.lines, localiser.t)}`;
  return `${localiser.t('{0} (as filed)', name)}${ext}`;
};

/** Gives a drawer's verbatim text as a read-only document, for drawers whose source is gone; a commit's with author and date above it. */
export const registerDrawerDocuments = (session: PalaceSession, localiser: Localiser): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(drawerScheme, {
    async provideTextDocumentContent(uri, token) {
      const drawer = await abortable(token, async (signal) =>
        (await session.api()).show({ drawer_id: uri.query }, { signal }),
      );
      return drawer.type === 'git_commit' ? commitDocument(drawer, localiser) : drawer.text;
    },
  });
