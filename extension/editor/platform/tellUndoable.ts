import * as vscode from 'vscode';
import { showError } from './showError.ts';
import type { Localiser } from './localiser.ts';

/** Says what was done and offers to take it back, without holding up the command. */
export const tellUndoable = (
  text: string,
  undo: () => Promise<unknown>,
  { log, localiser }: { readonly log: vscode.LogOutputChannel; readonly localiser: Localiser },
): void => {
  const label = localiser.t('Undo');
  void Promise.resolve(vscode.window.showInformationMessage(text, label))
    .then((chosen) => (chosen === label ? undo() : undefined))
    .catch((thrown: unknown) => showError(thrown, log, localiser));
};
