import path from 'node:path';
import * as vscode from 'vscode';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { showError } from '../../platform/showError.ts';
import { showHistoryPick } from '../../search/historyPick.ts';
import type { Previewed } from '../../search/resultPreview.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface HistoryCommandDependencies extends CommandDependencies {
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Shows a drawer without taking the keyboard. Never rejects. */
  readonly preview: (previewed: Previewed) => Promise<void>;
}

/** `fileHistory`: what the palace knows about a file over time. For the clicked file, else the active editor's. */
export const registerHistoryCommand = (dependencies: HistoryCommandDependencies): vscode.Disposable => {
  const { session, localiser, log, open, preview } = dependencies;
  const show = (file: vscode.Uri): void =>
    showHistoryPick(path.basename(file.fsPath), {
      history: async (signal) => (await session.api()).fileHistory({ path: file.fsPath }, { signal }),
      open: (drawerId, toSide) =>
        open(drawerId, toSide).catch((thrown: unknown) => showError(thrown, log, localiser)),
      preview,
      findSimilar: (drawerId) => void vscode.commands.executeCommand('synapsePalace.findSimilar', drawerId),
      localiser,
    });
  return registerCommands(
    {
      fileHistory: async (clicked) => {
        const file = clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri;
        if (file?.scheme !== 'file')
          throw new PalaceError('E_USAGE', 'The command was called without a file.', {
            remedy: 'Choose it in the context menu of a file or of an editor’s tab.',
          });
        if (await requirePalace(session, localiser)) show(file);
      },
    },
    dependencies,
  );
};
