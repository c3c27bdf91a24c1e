import type * as vscode from 'vscode';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showSimilarPick } from '../search/similarPick.ts';
import type { Settings } from '../settings/settings.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIdOf } from './drawerArgument.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface SimilarCommandDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
}

/** The most that one call gives. */
const most = 100;

/** `findSimilar`: the drawers whose meaning is nearest to a drawer's. */
export const registerSimilarCommand = ({
  session,
  settings,
  localiser,
  log,
  open,
}: SimilarCommandDependencies): vscode.Disposable =>
  registerCommand(
    'findSimilar',
    async (value) => {
      showSimilarPick(drawerIdOf(value), {
        similar: async (drawerId, signal) =>
          (await session.api()).similar(
            { drawer_id: drawerId, k: Math.min(most, settings().results) },
            { signal },
          ),
        open,
        localiser,
        fail: (thrown) => void showError(thrown, log, localiser),
      });
    },
    { log, localiser },
  );
