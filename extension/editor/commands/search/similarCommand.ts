import type * as vscode from 'vscode';
import { registerCommands } from '../../platform/registerCommands.ts';
import { showError } from '../../platform/showError.ts';
import { showSimilarPick } from '../../search/similarPick.ts';
import type { Settings } from '../../settings/settings.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { drawerIdOf } from '../../tree/drawerArgument.ts';

interface SimilarCommandDependencies extends CommandDependencies {
  readonly settings: () => Settings;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
}

/** The largest number of drawers that one call returns. */
const most = 100;

/** `findSimilar`: the drawers whose meaning is closest to a drawer's. */
export const registerSimilarCommand = (dependencies: SimilarCommandDependencies): vscode.Disposable => {
  const { session, settings, localiser, log, open } = dependencies;
  return registerCommands(
    {
      findSimilar: (value) =>
        showSimilarPick(drawerIdOf(value), {
          similar: async (drawerId, signal) =>
            (await session.api()).similar(
              { drawer_id: drawerId, k: Math.min(most, settings().results) },
              { signal },
            ),
          open,
          localiser,
          fail: (thrown) => void showError(thrown, log, localiser),
        }),
    },
    dependencies,
  );
};
