import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { SearchHistory } from '../search/searchHistory.ts';
import { showSearchPick } from '../search/searchPick.ts';
import type { Settings } from '../settings/settings.ts';
import type { Comparable } from '../source/changedSources.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface SearchCommandDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly history: SearchHistory;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Opens the inspector; an absent query leaves it as it stands. */
  readonly inspect: (query?: string) => Promise<void>;
  readonly changedSince: (drawers: readonly Comparable[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
  /** Something was changed by hand. */
  readonly changed: () => void;
}

const longestQuery = 1000;

const selectedText = (): string => {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined
    ? ''
    : editor.document.getText(editor.selection).replace(/\s+/g, ' ').trim().slice(0, longestQuery);
};

/** `search`, `searchSelection`, `searchExplained`. */
export const registerSearchCommands = (dependencies: SearchCommandDependencies): vscode.Disposable => {
  const { session, localiser, log } = dependencies;
  const reporting = (run: Promise<void>): Promise<void> =>
    run.catch((thrown: unknown) => showError(thrown, log, localiser));
  const pick = (query: string): void =>
    showSearchPick(
      {
        ...dependencies,
        open: (drawerId, toSide) => reporting(dependencies.open(drawerId, toSide)),
        inspect: (text) => reporting(dependencies.inspect(text)),
        pin: (drawerId, pinned) =>
          reporting(
            (async () => {
              await (await session.api()).update({ drawer_ids: [drawerId], pinned });
              dependencies.changed();
            })(),
          ),
        findSimilar: async (drawerId) => vscode.commands.executeCommand('synapsePalace.findSimilar', drawerId),
      },
      query,
    );
  const held = new DisposableStore();
  held.add(
    registerCommand(
      'search',
      async (query) => {
        if (await havePalace(session, localiser)) pick(typeof query === 'string' ? query : '');
      },
      dependencies,
    ),
  );
  held.add(
    registerCommand(
      'searchSelection',
      async () => {
        if (await havePalace(session, localiser)) pick(selectedText());
      },
      dependencies,
    ),
  );
  held.add(
    registerCommand(
      'searchExplained',
      async (query) => {
        await dependencies.inspect(typeof query === 'string' && query.trim() !== '' ? query : undefined);
      },
      dependencies,
    ),
  );
  return held;
};
