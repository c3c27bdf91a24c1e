import * as vscode from 'vscode';
import type { PalaceSession } from './palaceSession.ts';

/**
 * Keeps the context keys that menus and welcome texts test: `synapsePalace.palace` (`noWorkspace`, `untrustedLocation`,
 * `absent`, `closed`, `opening`, `open`, `failed`) and `synapsePalace.mining`.
 */
export const keepPalaceContext = (session: PalaceSession): vscode.Disposable => {
  const shown = new Map<string, string | boolean>();
  const set = (key: string, value: string | boolean): void => {
    if (shown.get(key) === value) return;
    shown.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const update = (): void => {
    const { state } = session;
    set('synapsePalace.palace', state.kind === 'nowhere' ? state.reason : state.kind);
    set(
      'synapsePalace.mining',
      state.kind === 'open' && state.progress !== null && state.progress.stage !== 'embedding',
    );
  };
  update();
  return session.onState(update);
};
