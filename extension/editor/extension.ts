import type { ExtensionContext } from 'vscode';
import { startEditor, type Editor } from './startEditor.ts';

/** The editor calls `deactivate` without an argument, so the running extension is kept here and nowhere else. */
let running: Editor | null = null;

export const activate = (context: ExtensionContext): void => {
  // What talks to the palace is loaded when the palace is first needed: the editor's start has no use for it.
  running = startEditor(context, async (options) =>
    (await import('../service/connectPalace.ts')).connectPalace(options),
  );
  context.subscriptions.push(running);
};

/** The editor waits for this promise before it ends the process. */
export const deactivate = async (): Promise<void> => {
  const editor = running;
  running = null;
  await editor?.close();
};
