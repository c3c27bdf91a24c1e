import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../fixtures/palaces/builtPalace.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => {
  const folder = sampleWorkspace({ 'synapsePalace.location': '.palace', 'synapsePalace.watchFiles': false });
  mkdirSync(path.join(folder, '.broken'));
  writeFileSync(path.join(folder, '.broken', 'palace.sqlite'), 'This is no database. '.repeat(1000));
  return folder;
});

/** The window goes to another palace. */
const moveTo = (folder: string, location: string): void => {
  const file = path.join(folder, '.vscode', 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...settings, 'synapsePalace.location': location }));
};

test('a palace that can’t be read says so in the status bar, and a note that it can’t save stays as a text', async ({
  workbench,
}) => {
  const { page, folder, quickInput } = workbench;
  await workbench.mine();
  await quickInput.runCommand('Synapse Palace: New Note');
  await quickInput.answer('Wombats dig burrows.');
  await quickInput.choose('Decision');
  await quickInput.type('burrows');
  await page.keyboard.press('Enter');
  await workbench.notifications.waitFor(/Remembered as decision: Wombats/);
  moveTo(folder, '.broken');
  await page.locator('.statusbar-item[id*="synapsePalace.status"] .codicon-error').waitFor();
  await quickInput.runCommand('Synapse Palace: New Note');
  await quickInput.answer('Penguins slide on ice.');
  await quickInput.choose('Decision');
  await page.locator('.tab.active.dirty').waitFor();
  await page.locator('.monaco-editor .view-line', { hasText: /Penguins.slide.on.ice/ }).waitFor();
  await workbench.notifications.waitFor(/no database|not a database|damaged/);
  await workbench.screenshot('note kept as a text');
});

test('an inspector that was opened meanwhile shows the palace once it can be read', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Search with Explained Ranking');
  await (await workbench.webview('#inspector')).getByText('E_PALACE_DAMAGED').waitFor();
  moveTo(workbench.folder, '.palace');
  await (await workbench.webview('#inspector')).getByText('Ask this palace something.').waitFor();
});

test('Undo of a message that is older than the open palace still undoes', async ({ workbench }) => {
  const { folder, notifications } = workbench;
  await notifications.press(/Remembered as decision: Wombats/, 'Undo');
  await expect
    .poll(() => runCli(path.join(folder, '.palace'), folder, 'list', '--type', 'decision').stdout)
    .not.toContain('Wombats');
});
