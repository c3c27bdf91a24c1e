import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { Debouncer } from '../../base/debouncer.ts';
import type { Settings } from '../settings/settings.ts';
import type { Miner } from './miner.ts';

/**
 * Mines in the background, some seconds after files were last saved, renamed or deleted. Only if the workspace was mined
 * before, it is trusted and the setting is on. Mining is incremental: an unchanged file costs little.
 */
export const watchSaves = (
  session: PalaceSession,
  miner: Miner,
  settings: () => Settings,
  log: vscode.LogOutputChannel,
): vscode.Disposable => {
  const held = new DisposableStore();
  const abort = new AbortController();
  const allowed = () =>
    vscode.workspace.isTrusted &&
    settings().watchFiles &&
    ['closed', 'opening', 'open'].includes(session.state.kind);
  const mine = async (): Promise<void> => {
    if (!allowed()) return;
    if (miner.busy) {
      touchedFiles.call();
      return;
    }
    try {
      // A palace may hold notes and commits alone.
      if ((await (await session.api()).status({})).mined === false) return;
      const { sources, drawers, elapsed_ms: elapsed } = await miner.mine({ signal: abort.signal });
      log.debug(
        `Saved files mined: ${sources.mined} files, ${drawers.added} drawers added, ${drawers.archived} archived in ${Math.round(elapsed)} ms`,
      );
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (error.code !== 'E_CANCELLED')
        log.warn(`Saved files could not be mined. ${error.code}: ${error.message}`);
    }
  };
  const touchedFiles = held.add(
    new Debouncer(
      () => void mine(),
      () => 1000 * settings().saveQuietSeconds,
    ),
  );
  const touched = (uris: readonly vscode.Uri[]): void => {
    if (
      allowed() &&
      uris.some((uri) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    )
      touchedFiles.call();
  };
  held.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => touched([uri])));
  held.add(vscode.workspace.onDidDeleteFiles(({ files }) => touched(files)));
  held.add(
    vscode.workspace.onDidRenameFiles(({ files }) =>
      touched(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
    ),
  );
  held.add({ dispose: () => abort.abort() });
  return held;
};
