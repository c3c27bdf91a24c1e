import * as vscode from 'vscode';
import { maskedText } from '../../../palace/model/text/maskedText.ts';
import { queryOfText } from '../../../palace/model/query/queryEdits.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { lineLabel } from '../../search/lineLabel.ts';
import { drawerLink } from '../../source/drawerLink.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { doubleClicks } from '../../tree/doubleClicks.ts';
import { drawerIdOf, isDrawer, onDrawers } from '../../tree/drawerArgument.ts';

interface DrawerCommandDependencies extends CommandDependencies {
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly click: (drawerId: string, keepFocus: boolean) => Promise<void>;
  /** Shows where a note was taken from. */
  readonly openOrigin: (drawerId: string) => Promise<void>;
  /** Shows the text as it was filed, even if its source has changed since. */
  readonly openText: (drawerId: string) => Promise<void>;
  /** What is selected in the side bar. */
  readonly selection: () => readonly unknown[];
  readonly inspect: (query: string) => Promise<void>;
}

/** Milliseconds that the status bar says what was copied. */
const messageMs = 3000;

const copy = async (text: string, message: string): Promise<void> => {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(message, messageMs);
};

/** Commands for a drawer that change nothing: open it, open where a note came from, copy text, link or ID, explain what finds it. */
export const registerDrawerCommands = (dependencies: DrawerCommandDependencies): vscode.Disposable => {
  const { session, localiser, open, click, openOrigin, openText, inspect, selection } = dependencies;
  const isDoubleClick = doubleClicks();
  const { t } = localiser;
  const textsOf = async (ids: readonly string[]): Promise<string[]> => {
    const api = await session.api();
    return Promise.all(ids.map(async (id) => maskedText(await api.show({ drawer_id: id }))));
  };
  return registerCommands(
    {
      // Enter in a view comes with the focused row alone. Of one that is no drawer, it does what it does in any tree.
      openDrawer: async (...given) => {
        const [row] = given;
        if (given.length === 1 && !isDrawer(row)) await vscode.commands.executeCommand('list.select');
        else await open(drawerIdOf(row), false);
      },
      clickDrawer: (row) => {
        const id = drawerIdOf(row);
        return click(id, !isDoubleClick(id));
      },
      openDrawerToSide: (value) => open(drawerIdOf(value), true),
      openDrawerText: (value) => openText(drawerIdOf(value)),
      editNote: (value) => open(drawerIdOf(value), false),
      openNoteSource: (value) => openOrigin(value instanceof vscode.Uri ? value.query : drawerIdOf(value)),
      copyDrawerText: onDrawers(selection, async (ids) =>
        copy((await textsOf(ids)).join('\n\n'), t('Text copied')),
      ),
      copyDrawerLink: onDrawers(selection, (ids) =>
        copy(ids.map((id) => drawerLink(id, vscode.env.uriScheme)).join('\n'), t('Link copied')),
      ),
      copyDrawerId: onDrawers(selection, (ids) => copy(ids.join('\n'), t('ID copied'))),
      inspectDrawer: async (value) => {
        const [text = ''] = await textsOf([drawerIdOf(value)]);
        await inspect(queryOfText(lineLabel(text, [])));
      },
    },
    dependencies,
  );
};
