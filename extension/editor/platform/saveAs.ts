import * as path from 'node:path';
import * as vscode from 'vscode';

/**
 * Writes bytes to the file that the person chooses, through the editor's own dialog and file systems, remote and
 * virtual ones too. Resolves with the file's name; null if none was chosen.
 */
export const saveAs = async (
  suggestedName: string,
  content: Uint8Array,
  options: Pick<vscode.SaveDialogOptions, 'filters' | 'title'>,
): Promise<string | null> => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showSaveDialog({
    ...options,
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, suggestedName) }),
  });
  if (chosen === undefined) return null;
  await vscode.workspace.fs.writeFile(chosen, content);
  return path.posix.basename(chosen.path);
};
