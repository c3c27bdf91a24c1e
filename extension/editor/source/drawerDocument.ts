import path from 'node:path';
import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { abortable } from '../platform/abortable.ts';
import { commitDocument, commitHash } from '../git/commitText.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';

export const drawerScheme = 'synapse-palace-drawer';

/** The address of a drawer's read-only document. Its path keeps the source's ending, and with it the language. */
export const drawerUri = (
  drawer: Pick<DrawerView, 'drawer_id' | 'source_file' | 'wing' | 'room' | 'type' | 'tags'>,
  localiser: Localiser,
): vscode.Uri => {
  const hash = commitHash(drawer);
  if (hash !== null)
    return vscode.Uri.from({
      scheme: drawerScheme,
      path: `/${drawer.wing}/${drawer.room}/${localiser.t('Commit {0}', hash.slice(0, 7))}`,
      query: drawer.drawer_id,
    });
  const { name: stem, ext } = path.posix.parse(drawer.source_file ?? `${drawer.room}.txt`);
  const name = `${localiser.t('{0} (as filed)', stem)}${ext}`;
  return vscode.Uri.from({
    scheme: drawerScheme,
    path: `/${drawer.wing}/${drawer.room}/${name}`,
    query: drawer.drawer_id,
  });
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
