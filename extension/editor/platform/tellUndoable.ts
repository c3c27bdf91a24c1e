import * as vscode from 'vscode';
import { showError } from './showError.ts';
import type { Wording } from './localiser.ts';

/** Says what was done and offers to take it back, without holding up the command. */
export const tellUndoable = (text: string, undo: () => Promise<unknown>, { log, wording }: { readonly log: vscode.LogOutputChannel; readonly wording: Wording }): void => {
  const label = wording.t('Undo');
  void Promise.resolve(vscode.window.showInformationMessage(text, label))
    .then((chosen) => (chosen === label ? undo() : undefined))
    .catch((thrown: unknown) => showError(thrown, log, wording));
};
