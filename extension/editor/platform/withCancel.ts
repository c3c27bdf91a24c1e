import * as vscode from 'vscode';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import { abortable } from './abortable.ts';
import { progressReporter } from './progressReporter.ts';
import type { Localiser } from './localiser.ts';
import { showStatusMessage } from './statusMessage.ts';

/**
 * Runs a long call with a notification that shows its progress and can cancel it; `stopped` says what is true after
 * a cancel.
 */
export const withCancel = <T>(
  title: string,
  localiser: Localiser,
  call: (options: CallOptions) => Promise<T>,
  stopped?: string,
): Thenable<T> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, token) =>
      abortable(token, async (signal) => {
        try {
          return await call({ signal, onProgress: progressReporter(progress, localiser) });
        } catch (thrown) {
          if (stopped !== undefined && signal.aborted) showStatusMessage(stopped);
          throw thrown;
        }
      }),
  );
