import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { sampleWorkspace } from './sampleWorkspace.ts';
import type { Workbench } from './workbench.ts';

/** A copy of the sample workspace for a window, with a palace in it that notes can be shared of. */
export const teamWorkspace = (): string =>
  sampleWorkspace({ 'synapsePalace.location': '.palace', 'synapsePalace.watchFiles': false });

/** Of that workspace. */
export const palaceIn = (folder: string): string => path.join(folder, '.palace');

/** The command line on a window's palace. */
export const inWindow = (folder: string, ...words: string[]): Record<string, unknown> => {
  const { code, stdout, stderr } = runCli(palaceIn(folder), folder, ...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>;
};

/** The words of the command line that file a decision. */
export const note = (text: string, wing = 'ferry'): readonly string[] => [
  'save',
  text,
  '--type',
  'decision',
  '--wing',
  wing,
];

/** Chooses what is done with a wing from the team's list. */
export const chooseForWing = (
  { quickInput }: Pick<Workbench, 'quickInput'>,
  wing: string,
  what: 'Take into This Palace' | 'Stop Sharing',
): Promise<void> => quickInput.runCommand('Synapse Palace: Manage Team', wing, what);

/** Opens the team's list from the status bar and the conflicts from there. */
export const openConflicts = async (workbench: Workbench, text: string): Promise<void> => {
  await workbench.statusBarEntries(text).click();
  await workbench.quickInput.labelled(text).click();
};

/** A button in the title of the comparison in front. */
export const titleButton = ({ page }: Pick<Workbench, 'page'>, name: string): Locator =>
  page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name });
