import * as vscode from 'vscode';
import { afterCommand } from './afterCommand.ts';
import type { Localiser } from './localiser.ts';

/** Reports what was done and offers to undo it, without delaying the command. */
export const tellUndoable = (
  text: string,
  undo: () => PromiseLike<unknown>,
  dependencies: { readonly log: vscode.LogOutputChannel; readonly localiser: Localiser },
): void => {
  const label = dependencies.localiser.t('Undo');
  afterCommand(async () => {
    if ((await vscode.window.showInformationMessage(text, label)) === label) await undo();
  }, dependencies);
};
