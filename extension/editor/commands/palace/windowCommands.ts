import * as vscode from 'vscode';
import { registerCommands } from '../../platform/registerCommands.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

/** `showLog`, `openSettings`. */
export const registerWindowCommands = (dependencies: CommandDependencies): vscode.Disposable =>
  registerCommands(
    {
      showLog: () => dependencies.log.show(),
      openSettings: async () => {
        await vscode.commands.executeCommand(
          'workbench.action.openSettings',
          '@ext:synapse-palace.synapse-palace',
        );
      },
    },
    dependencies,
  );
