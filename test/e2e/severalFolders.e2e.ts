import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { workbenchTest } from './host/workbenchTest.ts';

const folderWith = (root: string, name: string, text: string): void => {
  mkdirSync(path.join(root, name, 'docs'), { recursive: true });
  writeFileSync(path.join(root, name, 'docs', 'notes.md'), `# Notes of the ${name}\n\n${text}\n`);
};
const writeWorkspace = (file: string, folders: readonly string[]): void =>
  writeFileSync(file, JSON.stringify({ folders: folders.map((folder) => ({ path: folder })) }));

/** Two folders, both with a `docs/notes.md`, in one workspace file. */
const workspaceFile = (): string => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'synapse-several-'));
  folderWith(root, 'harbour', 'The crane at pier four lifts twelve tonnes.');
  folderWith(root, 'airfield', 'The windsock at runway two is torn.');
  const file = path.join(root, 'both.code-workspace');
  writeWorkspace(file, ['harbour', 'airfield']);
  return file;
};

const test = workbenchTest(workspaceFile);

test('several folders share one palace, and a drawer opens the file of its own folder', async ({ workbench }) => {
  const { page } = workbench;
  expect(await workbench.mine()).toContain('2 files filed');
  await workbench.sideBar.show();
  for (const wing of ['airfield', 'harbour'])
    await workbench.sideBar.memory
      .rows(new RegExp(`^${wing}`))
      .first()
      .waitFor();
  await workbench.quickInput.searchUntil(
    'windsock torn',
    workbench.quickInput.rows('airfield/docs/notes.md').first(),
  );
  await expect.poll(() => workbench.quickInput.row(0).innerText()).toContain('airfield/docs/notes.md');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'notes.md' }).waitFor();
  await page.locator('.view-line', { hasText: 'windsock' }).waitFor();
});

test('a folder that is added is mined, and a drawer of one that was removed opens no other folder’s file', async ({
  workbench,
}) => {
  const { page, folder } = workbench;
  await page.keyboard.press('Control+F4');
  folderWith(path.dirname(folder), 'quarry', 'The pit at level nine is flooded.');
  writeWorkspace(folder, ['harbour', 'quarry']);
  await workbench.sideBar.memory
    .rows(/^quarry/)
    .first()
    .waitFor();
  await workbench.quickInput.searchUntil(
    'windsock torn',
    workbench.quickInput.rows('airfield/docs/notes.md').first(),
  );
  await expect.poll(() => workbench.quickInput.row(0).innerText()).toContain('airfield/docs/notes.md');
  await page.keyboard.press('Enter');
  await workbench.statusBarEntries('airfield/docs/notes.md is no longer there').waitFor();
  await page.locator('.view-line', { hasText: 'windsock' }).waitFor();
});

test('a workspace that gets another palace, here its only folder’s, says where the memory of before is', async ({
  workbench,
}) => {
  writeWorkspace(workbench.folder, ['harbour']);
  await workbench.notifications.waitFor('This workspace now has a memory of its own, which is still empty.');
  await workbench.screenshot('another palace');
});
