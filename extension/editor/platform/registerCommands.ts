import * as vscode from 'vscode';
import type { Localiser } from './localiser.ts';
import { showError } from './showError.ts';

/** What a command does, by its name without `synapsePalace.`. */
export type Commands = Readonly<Record<string, (...values: unknown[]) => Promise<void> | void>>;

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
          void showError(thrown, log, localiser);
        }
      }),
    ),
  );
