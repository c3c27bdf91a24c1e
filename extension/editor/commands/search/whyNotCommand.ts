import * as vscode from 'vscode';
import { abortable } from '../../platform/abortable.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { whyNotText } from '../../search/whyNotText.ts';
import type { Settings } from '../../settings/settings.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { drawerIdOf } from '../../tree/drawerArgument.ts';

interface WhyNotCommandDependencies extends CommandDependencies {
  readonly settings: () => Settings;
  /** Earlier queries, newest first. */
  readonly queries: () => readonly string[];
  /** Opens the inspector with a search for this query, and asks there why a drawer is missing. */
  readonly inspect: (query: string, whyNot: string) => Promise<void>;
}

/** `whyNot`: asks for a query and explains why a drawer is not among its results, or shows its rank. */
export const registerWhyNotCommand = (dependencies: WhyNotCommandDependencies): vscode.Disposable =>
  registerCommands({ whyNot: (value) => whyNot(drawerIdOf(value), dependencies) }, dependencies);

const whyNot = async (drawerId: string, dependencies: WhyNotCommandDependencies): Promise<void> => {
  const { session, settings, localiser, queries, inspect } = dependencies;
  const { t } = localiser;
  const query = await vscode.window.showInputBox({
    title: t('Explain Why It’s Missing'),
    prompt: t('The search in which this drawer was expected'),
    value: queries()[0] ?? '',
    validateInput: (text) => (text.trim() === '' ? t('Give a query.') : null),
  });
  if (query === undefined) return;
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Looking for the reason'), cancellable: true },
    (_, token) =>
      abortable(token, async (signal) => {
        const { profile, results } = settings();
        return (await session.api()).whyNot(
          { query, profile, k: results, drawer_id: drawerId, dry_run: true },
          { signal },
        );
      }),
  );
  const { message, detail } = whyNotText(answer, query, localiser);
  const ranking = t('Show in Inspector');
  afterCommand(async () => {
    const chosen = await vscode.window.showInformationMessage(message, { modal: true, detail }, ranking);
    if (chosen === ranking) await inspect(query, drawerId);
  }, dependencies);
};
