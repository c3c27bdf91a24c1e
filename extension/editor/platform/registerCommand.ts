import * as vscode from 'vscode';
import { showError } from './showError.ts';
import type { Localiser } from './localiser.ts';

/** Registers `synapsePalace.<name>`; whatever it rejects with is told to the person, not to the caller. */
export const registerCommand = (
  name: string,
  run: (...values: unknown[]) => Promise<void>,
  { log, localiser }: { readonly log: vscode.LogOutputChannel; readonly localiser: Localiser },
): vscode.Disposable =>
  vscode.commands.registerCommand(`synapsePalace.${name}`, async (...values: unknown[]) => {
    try {
      await run(...values);
    } catch (thrown) {
      void showError(thrown, log, localiser);
    }
  });
