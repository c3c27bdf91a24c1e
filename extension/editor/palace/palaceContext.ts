import * as vscode from 'vscode';
import type { PalaceSession } from './palaceSession.ts';

/** Keeps the context key `synapsePalace.palace` (`nowhere`, `absent`, `closed`, `opening`, `open`, `failed`) for menus and welcome texts. */
export const keepPalaceContext = (session: PalaceSession): vscode.Disposable => {
  let shown = '';
  const update = (): void => {
    const { state } = session;
    const value = state.kind === 'nowhere' ? state.reason : state.kind;
    if (value === shown) return;
    shown = value;
    void vscode.commands.executeCommand('setContext', 'synapsePalace.palace', value);
  };
  update();
  return session.onState(update);
};
