import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Localiser } from '../platform/localiser.ts';
import { saveAs } from '../platform/saveAs.ts';
import type { PacketFiles } from './sideQueries.ts';

/** Replay packets through the editor's own dialogs, so that remote and virtual file systems work as well. */
export const packetDialogs = (localiser: Localiser): PacketFiles => {
  const filters = { [localiser.t('Saved searches')]: ['json'] };
  return {
    save: (suggestedName, text) =>
      saveAs(suggestedName, new TextEncoder().encode(text), { filters, title: localiser.t('Save This Search') }),
    open: async () => {
      const at = vscode.workspace.workspaceFolders?.[0]?.uri;
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
