import type * as vscode from 'vscode';

/** Does work under a signal that aborts when the editor's token is cancelled, for as long as the work lasts. */
export const abortable = async <T>(
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } finally {
    listening.dispose();
  }
};
