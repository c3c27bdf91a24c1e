import * as vscode from 'vscode';

/** Sets context keys, which menus and welcome texts test; one that has its value already is not set again. */
export const contextKeys = (): ((key: string, value: string | boolean) => void) => {
  const shown = new Map<string, string | boolean>();
  return (key, value) => {
    if (shown.get(key) === value) return;
    shown.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
};
