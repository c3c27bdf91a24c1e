import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Localiser } from '../platform/localiser.ts';
import type { PacketFiles } from './sideQueries.ts';

/** Replay packets through the editor's own dialogs, so that remote and virtual file systems work as well. */
export const packetDialogs = (localiser: Localiser): PacketFiles => {
  const filters = { [localiser.t('Replay packets')]: ['json'] };
  const folder = (): vscode.Uri | undefined => vscode.workspace.workspaceFolders?.[0]?.uri;
  return {
    save: async (suggestedName, text) => {
      const at = folder();
      const chosen = await vscode.window.showSaveDialog({
        filters,
        title: localiser.t('Save Replay Packet'),
        ...(at === undefined ? {} : { defaultUri: vscode.Uri.joinPath(at, suggestedName) }),
      });
      if (chosen === undefined) return null;
      await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
      return path.posix.basename(chosen.path);
    },
    open: async () => {
      const at = folder();
      const [chosen] =
        (await vscode.window.showOpenDialog({
          filters,
          title: localiser.t('Open Saved Search'),
          canSelectMany: false,
          ...(at === undefined ? {} : { defaultUri: at }),
        })) ?? [];
      if (chosen === undefined) return null;
      return {
        name: path.posix.basename(chosen.path),
        text: new TextDecoder().decode(await vscode.workspace.fs.readFile(chosen)),
      };
    },
  };
};
