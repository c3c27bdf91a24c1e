import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import type { SettingsWatch } from '../settings/settingsWatch.ts';
import type { FileRefresher } from './fileRefresher.ts';

interface WatchFilesDependencies {
  readonly refresher: FileRefresher;
  readonly settingsWatch: Pick<SettingsWatch, 'onChange'>;
}

/** Minimum milliseconds between two checks for changes that the watcher missed, made on returning to the window. */
const focusEveryMs = 60_000;
/** The editor reports changes in these, too: version control and installed packages are never mined. */
const neverMined = /[\\/](\.git|\.hg|\.svn|node_modules)([\\/]|$)/;

/**
 * Reports every change of the workspace's files, by any program, to the refresher. It uses the workspace's own
 * watcher, which leaves out `files.watcherExclude`. Everything is checked when folders come or go, and when the window is used
 * again.
 */
export const watchFiles = ({ refresher, settingsWatch }: WatchFilesDependencies): vscode.Disposable => {
  const held = new DisposableStore();
  let watchers = new DisposableStore();
  const touched = ({ scheme, fsPath }: vscode.Uri): void => {
    if (scheme === 'file' && !neverMined.test(fsPath)) refresher.touch([fsPath]);
  };
  const watch = (): void => {
    watchers.dispose();
    watchers = new DisposableStore();
    for (const { path } of workspaceView().folders) {
      const watcher = watchers.add(
        vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(path), '**/*')),
      );
      watchers.add(watcher.onDidCreate(touched));
      watchers.add(watcher.onDidChange(touched));
      watchers.add(watcher.onDidDelete(touched));
    }
  };
  let looked = performance.now();
  held.add(
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      watch();
      refresher.recheck();
    }),
  );
  // Files that the editor writes are known at once, even without a watcher.
  held.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => inWorkspace(uri) && touched(uri)));
  held.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused || performance.now() < looked + focusEveryMs) return;
      looked = performance.now();
      refresher.recheck();
    }),
  );
  held.add(
    settingsWatch.onChange(({ before, after }) => {
      if (before.watchFiles !== after.watchFiles) refresher.recheck();
    }),
  );
  held.add({ dispose: () => watchers.dispose() });
  watch();
  return held;
};

const inWorkspace = (uri: vscode.Uri): boolean => vscode.workspace.getWorkspaceFolder(uri) !== undefined;
