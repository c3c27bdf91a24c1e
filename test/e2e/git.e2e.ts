import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { comesWithin } from './host/comesWithin.ts';
import { commitFile, git, gitWorkspace, hasGit } from './host/gitRepository.ts';
import { chooseTheme, themesFor } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(gitWorkspace).skipIf(!hasGit);

test('the latest commit of a repository is found as soon as it is opened, though nobody mined or indexed', async ({
  workbench,
}) => {
  await workbench.sideBar.show();
  const { memory } = workbench.sideBar;
  const told = memory.rows('2 commits indexed').first();
  await told.waitFor();
  expect(await told.getAttribute('aria-label')).toMatch(/^2 commits indexed/);
  await memory.rows('Mine Workspace').first().waitFor();
  await workbench.screenshot('git-indexed-on-open');
  await workbench.quickInput.searchUntil(
    'tide tables gauge',
    workbench.quickInput.rows('Tide tables come from the gauge').first(),
  );
  await workbench.page.keyboard.press('Escape');
});

test('the line about it offers all history, and is gone once that is chosen', async ({ workbench }) => {
  const { memory } = workbench.sideBar;
  await memory.pressActionUntil('2 commits indexed', 'Index All Commits', (timeout) =>
    memory.rows('2 commits indexed').first().waitFor({ state: 'detached', timeout }),
  );
  await workbench.notifications.waitFor('1 commit indexed, 2 known before.');
});

test('the command asks how much history, indexes it and says how much it was', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Index Git Commits');
  await workbench.quickInput.rows('The last 7 days').first().waitFor();
  await workbench.screenshot('git-index-question');
  await workbench.quickInput.choose('All history');
  await workbench.notifications.waitFor('0 commits indexed, 3 known before.');
});

test('a commit is found in other words than its own, and Enter shows it with its changes', async ({
  workbench,
}) => {
  const { page } = workbench;
  // Nothing of the question is in the commit: it is found once it has its meaning. The files, which the first search had mined,
  // hold words of it.
  await expect
    .poll(
      async () => {
        await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
        await workbench.quickInput.type(
          'type:git_commit how deep a vessel sits in the water decides where it moors',
        );
        return comesWithin(workbench.quickInput.rows('Ships are assigned to berths'), 3000);
      },
      { interval: 500 },
    )
    .toBe(true);
  await expect
    .poll(() => workbench.quickInput.row(0).innerText())
    .toContain('Ships are assigned to berths by their draught');
  await workbench.screenshot('git-search');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'Ships are assigned t' }).waitFor(); // VS Code 1.100 cuts its label
  await page.locator('.multiDiffEntry', { hasText: 'berths.md' }).waitFor();
  await page.locator('.view-line', { hasText: 'Berth 4 takes 12 metres.' }).first().waitFor();
  await workbench.screenshot('git-commit');
});

test('a new commit is in the memory without anybody asking', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.mine();
  commitFile(folder, 'fog.md', 'The bell rings twice a minute.\n', 'Fog bell rings twice a minute from now on');
  await expect
    .poll(
      async () => {
        await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
        await workbench.quickInput.type('type:git_commit fog bell');
        const found = await comesWithin(workbench.quickInput.rows('Fog bell rings twice'), 2000);
        await page.keyboard.press('Escape');
        return found;
      },
      { interval: 500 },
    )
    .toBe(true);
});

test('a file that a fitting commit changed says so in its waterfall', async ({ workbench }) => {
  const inspector = await workbench.explainRanking('tide tables gauge', 'tides.md');
  const result = inspector.locator('li.result', { hasText: 'tides.md' }).first();
  await result.locator('.row-button').click();
  const step = result.locator('table.staircase tr', { hasText: 'Commit history' });
  await expect.poll(() => step.innerText()).toContain('the commit “Tide tables come from the gauge”, at ');
  await result.locator('.reasons', { hasText: 'A commit that fits the query changed it: ' }).waitFor();
  for (const theme of themesFor('Dark Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.screenshot(`commit history ${theme}`);
  }
  await workbench.page.keyboard.press('Control+w');
});

test('a source that its test lifts says so in its waterfall', async ({ workbench }) => {
  const { folder } = workbench;
  writeFileSync(
    path.join(folder, 'lift.ts'),
    'export const lift = (load: number): number => Math.min(load, 40);\n',
  );
  writeFileSync(
    path.join(folder, 'lift.test.ts'),
    "it('refuses containers that are too heavy for the crane', () => expect(lift(50)).toBe(40));\n",
  );
  await workbench.mine();
  const inspector = await workbench.explainRanking('heavy containers for the crane', 'lift.ts');
  const result = inspector.locator('li.result', { hasText: 'lift.ts' }).filter({ hasText: 'its test fits' });
  await result.locator('.row-button').click();
  const step = result.locator('table.staircase tr', { hasText: 'Words of its test' });
  await expect.poll(() => step.innerText()).toContain('the test of its name, lift.test.ts, holds 1.00');
  await result.locator('.reasons', { hasText: 'The test of its name holds words of the query: ' }).waitFor();
  for (const theme of themesFor('Dark Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.screenshot(`words of its test ${theme}`);
  }
  await workbench.page.keyboard.press('Control+w');
});

test('the history of a file shows its commits, notes and drawers under both of its names, and opens them', async ({
  workbench,
}) => {
  const { page, folder, quickInput } = workbench;
  renameSync(path.join(folder, 'berths.md'), path.join(folder, 'moorings.md'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'Berths are called moorings');
  await workbench.quickInput.runCommand('Explorer: Focus on Folders View');
  const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'moorings.md' });
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Escape');
        await workbench.chooseFromRowMenu(file, 'Show File History in Memory', quickInput.opens);
        // Before the new commit is indexed, nothing is known under the new name.
        return comesWithin(quickInput.rows('Berths are called moorings'), 3000);
      },
      { interval: 500 },
    )
    .toBe(true);
  await quickInput.rows('Ships are assigned to berths').filter({ hasText: 'when it was berths.md' }).waitFor();
  await quickInput.rows('Berth 4 takes 12 metres.').filter({ hasText: 'filed from the file' }).waitFor();
  await expect.poll(() => quickInput.rows('Ilse Brandt').count()).toBe(2);
  for (const theme of themesFor('Light Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.screenshot(`file history ${theme}`);
  }
  await quickInput.type('takes 12');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'moorings.md' }).waitFor();
  await workbench.passageShown();
});

test('a commit whose repository is gone is still there to read, with author and date', async ({ workbench }) => {
  const { page, folder } = workbench;
  renameSync(path.join(folder, '.git'), path.join(folder, '.git-away'));
  await workbench.quickInput.searchUntil(
    'tide tables gauge type:git_commit',
    workbench.quickInput.rows('Tide tables come from the gauge').first(),
  );
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: /Commit [0-9a-f]{7}/ }).waitFor();
  await page.locator('.view-line', { hasText: 'Ilse Brandt <ilse@example.invalid>' }).waitFor();
  await page.locator('.view-line', { hasText: 'Files: tides.md (+1/-0)' }).waitFor();
  await workbench.screenshot('git-commit-as-filed');
});
