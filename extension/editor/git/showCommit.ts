import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { commitHash } from './commitText.ts';
import type { GitExtensionApi, OpenRepository } from './gitExtension.ts';

const view = 'git.viewCommit';

/**
 * Shows a commit with its changes in the editor's own view; false if there is no such view (in an older editor or
 * an untrusted workspace) or no open repository has the commit.
 */
export const showCommit = async (
  drawer: DrawerView,
  toSide: boolean,
  git: () => Promise<GitExtensionApi | null>,
): Promise<boolean> => {
  const sha = commitHash(drawer);
  const api = sha === null ? null : await git();
  if (sha === null || api === null || !(await vscode.commands.getCommands(true)).includes(view)) return false;
  const repository = await holderOf(sha, drawer.properties['repository'], api.repositories);
  if (repository === null) return false;
  if (toSide) await vscode.commands.executeCommand('workbench.action.newGroupRight');
  await vscode.commands.executeCommand(view, repository.rootUri, sha);
  return true;
};

/** The open repository that has the commit; the one that it was read from is asked first. */
const holderOf = async (
  sha: string,
  root: string | undefined,
  repositories: readonly OpenRepository[],
): Promise<OpenRepository | null> => {
  const ordered = [...repositories].sort(
    (a, b) => Number(b.rootUri.fsPath === root) - Number(a.rootUri.fsPath === root),
  );
  for (const repository of ordered) {
    const found = await repository.getCommit(sha).then(
      () => true,
      () => false,
    );
    if (found) return repository;
  }
  return null;
};
