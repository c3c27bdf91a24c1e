import * as vscode from 'vscode';
import { PalaceError, withRemedy } from '../../palace/model/errors/palaceError.ts';
import { localisedError } from './localisedError.ts';
import type { Localiser } from './localiser.ts';

/** Tells the person what went wrong and what to do, and offers the log. A cancelled action is not reported. */
export const showError = async (
  thrown: unknown,
  log: vscode.LogOutputChannel,
  localiser: Localiser,
): Promise<void> => {
  if (thrown instanceof vscode.CancellationError) return;
  const error = PalaceError.from(thrown);
  if (error.code === 'E_CANCELLED') return;
  log.error(`${error.code}: ${error.message}`, ...(error.cause instanceof Error ? [error.cause] : []));
  const showLog = localiser.t('Show Log');
  const text = `${withRemedy(localisedError(error, localiser))} (${error.code})`;
  const chosen = await vscode.window.showErrorMessage(text, showLog);
  if (chosen === showLog) log.show();
};
