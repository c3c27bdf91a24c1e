import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Settings } from '../settings/settings.ts';
import type { ConversationImporter } from './conversationImporter.ts';

/**
 * Imports this workspace's new session turns in the background once its palace is open. Only if the setting is on
 * and the workspace is trusted. It never creates a palace.
 */
export const takeInSessions = (
  session: PalaceSession,
  importer: ConversationImporter,
  settings: () => Settings,
  log: vscode.LogOutputChannel,
): vscode.Disposable => {
  const abort = new AbortController();
  let taken = false;
  const run = async (): Promise<void> => {
    if (!settings().conversations) taken = false;
    if (taken || !settings().conversations || !vscode.workspace.isTrusted || session.state.kind !== 'open') return;
    taken = true;
    try {
      const report = await importer.sessions(['claude', 'codex'], { signal: abort.signal });
      if (report !== null)
        log.info(
          `Sessions of this workspace: ${report.conversations} conversations, ${report.added} drawers added, ${report.updated} exchanges updated in ${report.elapsed_ms} ms`,
        );
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      // The palace was closed meanwhile, as by a change of settings: they are taken in once it is open again.
      if (error.code === 'E_CANCELLED' || error.code === 'E_OWNER_GONE') taken = false;
      if (error.code !== 'E_CANCELLED')
        log.warn(`The sessions of this workspace could not be taken in. ${error.code}: ${error.message}`);
    }
  };
  const listening = vscode.Disposable.from(
    session.onState(() => void run()),
    vscode.workspace.onDidChangeConfiguration(
      (event) => void (event.affectsConfiguration('synapsePalace.conversations') && run()),
    ),
  );
  void run();
  return {
    dispose: () => {
      listening.dispose();
      abort.abort();
    },
  };
};
