import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import { answerFileDialog } from './host/fileDialog.ts';
import { modalDialog, notifications, pressDialogButton, waitForNotification } from './host/messages.ts';
import { mineFromPalette } from './host/mineWorkspace.ts';
import {
  answerInputBox,
  chooseQuickPick,
  quickInputBox,
  quickPickRows,
  runCommand,
  typeQuickInput,
} from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { showViewContainer } from './host/views.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = sampleWorkspace();
const test = workbenchTest(() => folder);
const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'synapse-exchange-'));
const exported = path.join(elsewhere, 'out');
mkdirSync(exported);
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const palaceFolder = (): string | undefined => {
  const palaces = path.join(inject('sharedServer').stateFolder, 'data', 'synapse-palace', 'palaces');
  const name = existsSync(palaces)
    ? readdirSync(palaces).find(
        (entry) =>
          entry.startsWith('ferry-') &&
          existsSync(path.join(palaces, entry, 'palace.sqlite')) &&
          isOurs(path.join(palaces, entry)),
      )
    : undefined;
  return name === undefined ? undefined : path.join(palaces, name);
};
/** Other tests' workspaces have the same name. */
let known: ReadonlySet<string> | undefined;
const isOurs = (place: string): boolean => known?.has(place) !== true;
const allPalaces = (): ReadonlySet<string> => {
  const palaces = path.join(inject('sharedServer').stateFolder, 'data', 'synapse-palace', 'palaces');
  return new Set(existsSync(palaces) ? readdirSync(palaces).map((entry) => path.join(palaces, entry)) : []);
};

const chooseFolder = (page: Page, place: string): Promise<void> => answerFileDialog(page, `${place}/`);

test('a palace is exported into an empty folder, the sensitive drawers left out unless asked for', async ({
  workbench,
}) => {
  const { page } = workbench;
  known = allPalaces();
  await showViewContainer(page, 'Synapse Palace');
  await mineFromPalette(page);
  await page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor({ timeout: 60_000 });
  await runCommand(page, 'Synapse Palace: Export Palace');
  await quickPickRows(page, 'Markdown files').first().waitFor();
  await workbench.screenshot('export-format');
  await chooseQuickPick(page, 'Markdown files');
  await quickPickRows(page, 'Leave sensitive drawers out').first().waitFor();
  await page.keyboard.press('Enter');
  await chooseFolder(page, exported);
  await waitForNotification(page, `16 drawers exported to ${exported}`);
  await workbench.screenshot('exported');
  expect(readdirSync(exported).sort()).toEqual(['drawers', 'palace.json', 'sources.jsonl']);
  expect(readFileSync(path.join(exported, 'palace.json'), 'utf8')).toContain('"drawers": 16');
});

test("a palace is deleted only when its workspace's name is typed, and then leaves nothing", async ({
  workbench,
}) => {
  const { page } = workbench;
  expect(palaceFolder()).toBeDefined();
  await runCommand(page, 'Synapse Palace: Delete Palace');
  await modalDialog(page).waitFor();
  for (const text of [
    'Delete the memory of “ferry”?',
    '16 drawers would be gone, with the backups.',
    'Export First…',
  ])
    expect(await modalDialog(page).innerText()).toContain(text);
  await workbench.screenshot('delete-question');
  await pressDialogButton(page, 'Delete…');
  await quickInputBox(page).waitFor({ state: 'visible' });
  await typeQuickInput(page, 'fairy');
  await page.getByText('This is not “ferry”.').first().waitFor();
  await workbench.screenshot('delete-typed');
  await page.keyboard.press('Enter');
  expect(palaceFolder()).toBeDefined();
  await page.keyboard.press('Escape');
  expect(palaceFolder()).toBeDefined();

  await runCommand(page, 'Synapse Palace: Delete Palace');
  await modalDialog(page).waitFor();
  await pressDialogButton(page, 'Delete…');
  await answerInputBox(page, 'ferry');
  await waitForNotification(page, 'The memory of “ferry” is deleted.');
  expect(palaceFolder()).toBeUndefined();
  await page.getByText('This workspace has no memory yet.').first().waitFor();
  await workbench.screenshot('deleted');
  expect(existsSync(path.join(folder, 'package.json')) || readdirSync(folder).length > 3).toBe(true);
});

test('the export is imported again: counted first, asked, then it is all there', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Import a Memory or an Export');
  await chooseQuickPick(page, 'A folder');
  await chooseFolder(page, exported);
  await modalDialog(page).waitFor();
  for (const text of ['Import 16 drawers?', 'This is an exported palace. Nothing in it is changed.'])
    expect(await modalDialog(page).innerText()).toContain(text);
  await workbench.screenshot('import-question');
  await pressDialogButton(page, /^Import$/);
  await waitForNotification(page, '16 drawers imported from an exported palace.');
  await page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor({ timeout: 60_000 });
  expect(await notifications(page, /E_[A-Z]+/).count()).toBe(0);
});
