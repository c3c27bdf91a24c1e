import path from 'node:path';
import * as vscode from 'vscode';
import { readHiddenPatterns } from '../settings/readSettings.ts';
import type { Settings } from '../settings/settings.ts';
import type { ConnectPlan } from './palaceSession.ts';
import { windowPalace, type WorkspaceView } from './windowPalace.ts';

/** The window's workspace: its local folders; folders of other file systems are not mined. */
export const workspaceView = (): WorkspaceView => ({
  folders: (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri, name }) => ({ path: uri.fsPath, name })),
  file: vscode.workspace.workspaceFile?.scheme === 'file' ? vscode.workspace.workspaceFile.fsPath : null,
  name: vscode.workspace.name ?? null,
  trusted: vscode.workspace.isTrusted,
});

/** Names of the workspace's folders in other file systems, which are not mined. */
export const foldersElsewhere = (): readonly string[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file').map(({ name }) => name);

/** How to connect to this window's palace. `extensionFolder` holds `dist/` and `media/`. */
export const windowPlan = (settings: Settings, extensionFolder: string): ConnectPlan => {
  const workspace = workspaceView();
  const own = settings.palace;
  const place = windowPalace(workspace, settings.location);
  if (place.kind === 'nowhere') return place;
  return {
    kind: 'connect',
    options: {
      folder: place.folder,
      workspace: workspace.name,
      distFolder: path.join(extensionFolder, 'dist'),
      modelFolder: path.join(extensionFolder, 'media', 'models', 'all-MiniLM-L6-v2-int8'),
      // An untrusted workspace's settings are not shared with other programs.
      ...(workspace.trusted
        ? { settings: { ...own, exclude: [...readHiddenPatterns(), ...(own.exclude ?? [])] } }
        : {}),
      profileLayers: settings.profileLayers,
    },
  };
};
