import * as vscode from 'vscode';
import type { Localiser } from './localiser.ts';
import { isGoneRow } from './goneRow.ts';
import { showError } from './showError.ts';
import { showStatusMessage } from './statusMessage.ts';

/** What a command does, by its name without `synapsePalace.`. */
type Commands = Readonly<Record<string, (...values: unknown[]) => Promise<void> | void>>;

/** Registers `synapsePalace.<name>` for each. An error is shown to the person; the caller doesn't see it. */
export const registerCommands = (
  commands: Commands,
  { log, localiser }: { readonly log: vscode.LogOutputChannel; readonly localiser: Localiser },
): vscode.Disposable =>
  vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`synapsePalace.${name}`, async (...values: unknown[]) => {
        try {
          await run(...values);
        } catch (thrown) {
          if (isGoneRow(values, thrown))
            showStatusMessage(localiser.t('The list was being read again. Press once more.'));
          else void showError(thrown, log, localiser);
        }
      }),
    ),
  );
