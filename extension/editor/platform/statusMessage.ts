import * as vscode from 'vscode';

/** Milliseconds in which a sentence is noticed and read. */
const messageMs = 8000;

/** Says in the status bar what was done, where nothing needs to be pressed. */
export const showStatusMessage = (text: string): void => {
  vscode.window.setStatusBarMessage(text, messageMs);
};
