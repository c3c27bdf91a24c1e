import type { Page } from 'playwright-core';
import { waitForNotification } from './messages.ts';
import { runCommand } from './quickInput.ts';

/** Mines the open workspace from the palette and gives the summary that the notification shows. */
export const mineFromPalette = async (page: Page): Promise<string> => {
  await runCommand(page, 'Synapse Palace: Mine Workspace');
  const notification = await waitForNotification(page, 'Mined the workspace', 90_000);
  return (await notification.innerText()).replace(/\s+/g, ' ');
};
