import * as vscode from 'vscode';
import { abortable } from '../platform/abortable.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { whyNotText } from '../search/whyNotText.ts';
import type { Settings } from '../settings/settings.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIdOf } from './drawerArgument.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface WhyNotCommandDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  /** Earlier queries, newest first. */
  readonly queries: () => readonly string[];
  /** Opens the inspector on the search as it was asked about. */
  readonly inspect: (query: string) => Promise<void>;
}

/** `whyNot`: asks for a query and tells why a drawer is not among its results, or at which place it is. */
export const registerWhyNotCommand = ({
  session,
  settings,
  localiser,
  log,
  queries,
  inspect,
}: WhyNotCommandDependencies): vscode.Disposable =>
  registerCommand(
    'whyNot',
    async (value) => {
      const drawerId = drawerIdOf(value);
      const query = await vscode.window.showInputBox({
        title: localiser.t("Why Isn't It Found?"),
        prompt: localiser.t('The search in which this drawer was expected'),
        value: queries()[0] ?? '',
        validateInput: (text) => (text.trim() === '' ? localiser.t('Give a query.') : null),
      });
      if (query === undefined) return;
      const answer = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: localiser.t('Looking for the reason'),
          cancellable: true,
        },
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
      const ranking = localiser.t('Show the Ranking');
      const afterwards = async (): Promise<void> => {
        const chosen = await vscode.window.showInformationMessage(message, { modal: true, detail }, ranking);
        if (chosen === ranking) await inspect(query);
      };
      void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );
