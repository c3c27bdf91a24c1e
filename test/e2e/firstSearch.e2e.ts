import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { commitFile, git, hasGit } from './host/gitRepository.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

/** Where it is a repository, its commits are indexed automatically before anybody searches. */
const repository = (): string => {
  const folder = sampleWorkspace();
  if (!hasGit) return folder;
  git(folder, 'init', '-q', '-b', 'main');
  commitFile(folder, 'CHANGES.md', '# Changes\n', 'The ferries have a changelog');
  return folder;
};
const test = workbenchTest(() => sampleWorkspace());
const repositoryTest = workbenchTest(repository);

test('the first search of a workspace that nobody mined finds its files, with nothing else to press', async ({
  workbench,
}) => {
  const { page, quickInput, notifications } = workbench;
  await quickInput.runCommand('Synapse Palace: Search Memory');
  await quickInput.type('repeat a failed call with exponential backoff');
  await quickInput.rows('retry.js').first().waitFor();
  await quickInput.rows('Mining the workspace').first().waitFor({ state: 'detached' });
  await workbench.screenshot('first search');
  // Nobody moved to a row, so none is looked at.
  expect(await page.locator('.tab').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: /retry\.js|decisions\.md/ }).waitFor();
  await notifications.waitFor('Mined the workspace');
});

test('a memory that was deleted is not made again by a search: it asks', async ({ workbench }) => {
  const { page, quickInput, notifications, dialog } = workbench;
  await notifications.press('Mined the workspace', 'Show Skipped');
  await quickInput.runCommand('View: Close All Editors');
  await workbench.sideBar.show();
  await workbench.chooseFromViewMenu(workbench.sideBar.memory, ['Troubleshooting', 'Delete Palace…'], (timeout) =>
    dialog.box.waitFor({ timeout }),
  );
  await dialog.press('Delete…');
  await quickInput.answer('ferry');
  await notifications.waitFor('The memory of “ferry” is deleted.');
  await quickInput.runCommand('Synapse Palace: Search Memory');
  await notifications.waitFor('This workspace has no memory yet.');
  await notifications.press('This workspace has no memory yet.', 'Mine Workspace');
  await notifications.waitFor('Mined the workspace');
  appendFileSync(path.join(workbench.folder, 'README.md'), '\nThe quokka pontoon is closed.\n');
  await quickInput.searchUntil('quokka pontoon', quickInput.rows('README.md').first());
  await page.keyboard.press('Escape');
});

repositoryTest.skipIf(!hasGit)(
  'in a repository whose commits alone were indexed, the first search finds the files as well',
  async ({ workbench }) => {
    const { quickInput, sideBar, page } = workbench;
    await sideBar.show();
    await sideBar.memory.rows('1 commit indexed').first().waitFor();
    await quickInput.searchUntil(
      'repeat a failed call with exponential backoff',
      quickInput.rows('retry.js').first(),
    );
    await page.keyboard.press('Escape');
  },
);
