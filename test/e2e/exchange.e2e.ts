import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { serverOfWorker } from './host/serverOfWorker.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = sampleWorkspace();
const test = workbenchTest(() => folder);
const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'synapse-exchange-'));
const exported = path.join(elsewhere, 'out');
mkdirSync(exported);
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const palaceFolder = (): string | undefined => {
  const palaces = path.join(serverOfWorker().stateFolder, 'data', 'synapse-palace', 'palaces');
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
  const palaces = path.join(serverOfWorker().stateFolder, 'data', 'synapse-palace', 'palaces');
  return new Set(existsSync(palaces) ? readdirSync(palaces).map((entry) => path.join(palaces, entry)) : []);
};

const chooseFolder = (workbench: Workbench, place: string): Promise<void> =>
  workbench.quickInput.answerFileDialog(`${place}/`);

test('a palace is exported into an empty folder, the sensitive drawers left out unless asked for', async ({
  workbench,
}) => {
  const { page } = workbench;
  known = allPalaces();
  await workbench.sideBar.show();
  await workbench.mine();
  await page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor();
  await workbench.quickInput.runCommand('Synapse Palace: Export Palace');
  await workbench.quickInput.rows('Markdown files').first().waitFor();
  await workbench.screenshot('export-format');
  await workbench.quickInput.choose('Markdown files');
  await workbench.quickInput.rows('Leave sensitive drawers out').first().waitFor();
  await page.keyboard.press('Enter');
  await chooseFolder(workbench, exported);
  await workbench.notifications.waitFor(`16 drawers exported to ${exported}`);
  await workbench.screenshot('exported');
  expect(readdirSync(exported).sort()).toEqual(['drawers', 'palace.json', 'sources.jsonl']);
  expect(readFileSync(path.join(exported, 'palace.json'), 'utf8')).toContain('"drawers": 16');
});

test('an export that is there already is replaced only if the person agrees', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Export Palace', 'JSON lines');
  await workbench.quickInput.rows('Leave sensitive drawers out').first().waitFor();
  await page.keyboard.press('Enter');
  await chooseFolder(workbench, exported);
  await workbench.dialog.box.waitFor();
  expect(await workbench.dialog.box.innerText()).toContain('Replace the export that is there already?');
  await workbench.screenshot('export-replace');
  await workbench.dialog.press('Cancel');
  expect(readdirSync(exported).sort()).toEqual(['drawers', 'palace.json', 'sources.jsonl']);
});

test("a palace is deleted only when its workspace's name is typed, and then leaves nothing", async ({
  workbench,
}) => {
  const { page } = workbench;
  expect(palaceFolder()).toBeDefined();
  const asked = (timeout: number): Promise<void> => workbench.dialog.box.waitFor({ timeout });
  await workbench.sideBar.show();
  await workbench.chooseFromViewMenu(workbench.sideBar.memory, ['Troubleshooting', 'Delete Palace…'], asked);
  for (const text of [
    'Delete the memory of “ferry”?',
    '16 drawers would be gone, with the backups.',
    'Export First…',
  ])
    expect(await workbench.dialog.box.innerText()).toContain(text);
  await workbench.screenshot('delete-question');
  await workbench.dialog.press('Delete…');
  await workbench.quickInput.box.waitFor({ state: 'visible' });
  await workbench.quickInput.type('fairy');
  await page.getByText('This is not “ferry”.').first().waitFor();
  await workbench.screenshot('delete-typed');
  await page.keyboard.press('Enter');
  expect(palaceFolder()).toBeDefined();
  await page.keyboard.press('Escape');
  expect(palaceFolder()).toBeDefined();

  await workbench.chooseFromViewMenu(workbench.sideBar.memory, ['Troubleshooting', 'Delete Palace…'], asked);
  await workbench.dialog.press('Delete…');
  await workbench.quickInput.answer('ferry');
  await workbench.notifications.waitFor('The memory of “ferry” is deleted.');
  expect(palaceFolder()).toBeUndefined();
  await page.getByText('This workspace has no memory yet.').first().waitFor();
  await workbench.screenshot('deleted');
  expect(existsSync(path.join(folder, 'package.json')) || readdirSync(folder).length > 3).toBe(true);
});

test('the export is imported again: counted first, asked, then it is all there', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Import Memory');
  await workbench.quickInput.narrowTo('A folder');
  await chooseFolder(workbench, exported);
  await workbench.dialog.box.waitFor();
  for (const text of ['Import 16 drawers?', 'This is an exported palace. Nothing in it is changed.'])
    expect(await workbench.dialog.box.innerText()).toContain(text);
  await workbench.screenshot('import-question');
  await workbench.dialog.press(/^Import$/);
  await workbench.notifications.waitFor('16 drawers imported from an exported palace.');
  await page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor();
  expect(await workbench.notifications.holding(/E_[A-Z]+/).count()).toBe(0);
});
