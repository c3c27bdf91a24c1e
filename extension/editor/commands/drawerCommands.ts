import * as vscode from 'vscode';
import { DisposableStore } from '../disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { bestLine } from '../search/bestLine.ts';
import type { Wording } from '../wording.ts';
import { drawerIdOf } from './drawerArgument.ts';
import { registerCommand } from './registerCommand.ts';

export interface DrawerCommandDependencies {
  readonly session: PalaceSession;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly inspect: (query: string) => Promise<void>;
}

/** What can be done with one drawer: open, open to the side, copy its text or ID, explain what finds it. */
export const registerDrawerCommands = (dependencies: DrawerCommandDependencies): vscode.Disposable => {
  const { session, wording, open, inspect } = dependencies;
  const held = new DisposableStore();
  const command = (name: string, run: (drawerId: string) => Promise<void>): void => {
    held.add(registerCommand(name, async (value) => run(drawerIdOf(value)), dependencies));
  };
  const drawer = async (drawerId: string) => (await session.api()).show({ drawer_id: drawerId });
  const copy = async (text: string, said: string): Promise<void> => {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(said, 3000);
  };
  command('openDrawer', (drawerId) => open(drawerId, false));
  command('openDrawerToSide', (drawerId) => open(drawerId, true));
  command('copyDrawerText', async (drawerId) => copy((await drawer(drawerId)).text, wording.t('Text copied')));
  command('copyDrawerId', (drawerId) => copy(drawerId, wording.t('ID copied')));
  command('inspectDrawer', async (drawerId) => inspect(bestLine((await drawer(drawerId)).text, [])));
  return held;
};
