import * as vscode from 'vscode';
import { contextKeys } from '../platform/contextKeys.ts';
import type { PalaceSession } from './palaceSession.ts';

/**
 * Keeps the context keys that menus and welcome texts test: `synapsePalace.palace` (`locating`, `noWorkspace`, `untrustedLocation`,
 * `absent`, `closed`, `opening`, `open`, `failed`), `synapsePalace.mining`, and `synapsePalace.untrusted`: until the window is
 * restored, the editor's own key says of every workspace that it is not trusted.
 */
export const keepPalaceContext = (session: PalaceSession): vscode.Disposable => {
  const set = contextKeys();
  const update = (): void => {
    const { state } = session;
    set('synapsePalace.untrusted', !vscode.workspace.isTrusted);
    set('synapsePalace.palace', state.kind === 'nowhere' ? state.reason : state.kind);
    set(
      'synapsePalace.mining',
      state.kind === 'open' && state.progress !== null && state.progress.stage !== 'embedding',
    );
  };
  update();
  return session.onState(update);
};
