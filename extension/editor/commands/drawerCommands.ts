import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { bestLine } from '../search/bestLine.ts';
import type { Wording } from '../wording.ts';
import { registerCommand } from './registerCommand.ts';

export interface DrawerCommandDependencies {
  readonly session: PalaceSession;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly inspect: (query: string) => Promise<void>;
}

/** A drawer's ID from a command's argument: the ID, or a node of the Memory view. */
const drawerIdOf = (value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value;
  const drawer = typeof value === 'object' && value !== null && 'drawer' in value ? value.drawer : undefined;
  const id = typeof drawer === 'object' && drawer !== null && 'drawer_id' in drawer ? drawer.drawer_id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  throw new PalaceError('E_DRAWER_NOT_FOUND', 'The command was called without a drawer.', { remedy: 'Choose a drawer in the Memory view.' });
};

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
