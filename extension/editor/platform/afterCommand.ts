import type * as vscode from 'vscode';
import type { Localiser } from './localiser.ts';
import { showError } from './showError.ts';

/** Shows a message and acts on the answer without holding up the command: the command ends now, the message may stay. */
export const afterCommand = (
  work: () => PromiseLike<unknown>,
  { log, localiser }: { readonly log: vscode.LogOutputChannel; readonly localiser: Localiser },
): void => {
  work().then(undefined, (thrown: unknown) => showError(thrown, log, localiser));
};
