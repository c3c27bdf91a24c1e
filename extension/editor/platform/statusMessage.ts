import * as vscode from 'vscode';

/** Milliseconds that a person needs to notice and read a sentence. */
const messageMs = 8000;

/** Reports in the status bar what was done, without a button to press. */
export const showStatusMessage = (text: string): void => {
  vscode.window.setStatusBarMessage(text, messageMs);
};
