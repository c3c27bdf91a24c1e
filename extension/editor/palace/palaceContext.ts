import type * as vscode from 'vscode';
import { contextKeys } from '../platform/contextKeys.ts';
import type { PalaceSession } from './palaceSession.ts';

/**
 * Keeps the context keys that menus and welcome texts test: `synapsePalace.palace` (`locating`, `noWorkspace`, `untrustedLocation`,
 * `absent`, `closed`, `opening`, `open`, `failed`) and `synapsePalace.mining`.
 */
export const keepPalaceContext = (session: PalaceSession): vscode.Disposable => {
  const set = contextKeys();
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
