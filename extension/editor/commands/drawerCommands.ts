import * as vscode from 'vscode';
import { maskedText } from '../../palace/model/maskedText.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { bestLine } from '../search/bestLine.ts';
import { drawerLink } from '../source/drawerLink.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIdOf, drawerIdsOf } from './drawerArgument.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface DrawerCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Shows where a note was taken from. */
  readonly openOrigin: (drawerId: string) => Promise<void>;
  /** Shows the text as it was filed, whatever its source says by now. */
  readonly openText: (drawerId: string) => Promise<void>;
  /** What is selected in the Memory view. */
  readonly selection: () => readonly unknown[];
  readonly inspect: (query: string) => Promise<void>;
}

/** What can be done with one drawer: open, open to the side, go where a note came from, copy text or ID, explain what finds it. */
export const registerDrawerCommands = (dependencies: DrawerCommandDependencies): vscode.Disposable => {
  const { session, localiser, open, openOrigin, openText, inspect, selection } = dependencies;
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
  command('openDrawerText', openText);
  command('editNote', (drawerId) => open(drawerId, false));
  held.add(
    registerCommand(
      'openNoteSource',
      (value) => openOrigin(value instanceof vscode.Uri ? value.query : drawerIdOf(value)),
      dependencies,
    ),
  );
  const several = (name: string, run: (ids: readonly string[]) => Promise<void>): void => {
    held.add(
      registerCommand(name, (clicked, selected) => run(drawerIdsOf(clicked, selected, selection())), dependencies),
    );
  };
  several('copyDrawerText', async (ids) => {
    const api = await session.api();
    const texts = await Promise.all(ids.map(async (id) => maskedText(await api.show({ drawer_id: id }))));
    await copy(texts.join('\n\n'), localiser.t('Text copied'));
  });
  several('copyDrawerLink', (ids) =>
    copy(ids.map((id) => drawerLink(id, vscode.env.uriScheme)).join('\n'), localiser.t('Link copied')),
  );
  several('copyDrawerId', (ids) => copy(ids.join('\n'), localiser.t('ID copied')));
  command('inspectDrawer', async (drawerId) => inspect(bestLine(maskedText(await drawer(drawerId)), [])));
  return held;
};
