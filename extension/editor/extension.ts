import type { ExtensionContext } from 'vscode';
import type { SynapsePalaceApi } from '../api/publicApi.ts';
import { startEditor, type Editor } from './startEditor.ts';

/** The editor calls `deactivate` without an argument, so the running extension is kept here and nowhere else. */
let running: Editor | null = null;

/** Returns the API that other extensions may use (docs/api.md). */
export const activate = (context: ExtensionContext): SynapsePalaceApi => {
  // The code that talks to the palace is loaded when the palace is first needed, because the editor's start does
  // not need it.
  running = startEditor(context, async (options) =>
    (await import('../service/connectPalace.ts')).connectPalace(options),
  );
  context.subscriptions.push(running);
  return running.api;
};

/** The editor waits for this promise before it ends the process. */
export const deactivate = async (): Promise<void> => {
  const editor = running;
  running = null;
  await editor?.close();
};
