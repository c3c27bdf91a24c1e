import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import {
  notifications,
  pressDialogButton,
  pressNotificationButton,
  waitForNotification,
} from './host/messages.ts';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { openSelected } from './host/openSelected.ts';
import {
  chooseQuickPick,
  quickInputBox,
  quickPickRow,
  quickPickRows,
  runCommand,
  typeQuickInput,
} from './host/quickInput.ts';
import { chooseFromRowMenu, quickInputOpens } from './host/rowMenu.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { expandTreeRow, pressRowActionUntil, showViewContainer, treeRows, view } from './host/views.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());
const noteRow = /Seats are held for ten minutes/;

test('a selection is remembered with its type and tags', async ({ workbench }) => {
  const { page, folder } = workbench;
  await mineFromPalette(page);
  await page.keyboard.press('Escape');
  writeFileSync(
    path.join(folder, 'notes', 'seats.md'),
    'Seats are held for ten minutes, then they go back to the pool.',
  );
  await openSelected(page, 'seats.md');
  await runCommand(page, 'Synapse Palace: Remember Selection');
  await quickPickRows(page, 'Decision').first().waitFor();
  await workbench.screenshot('remember type');
  await chooseQuickPick(page, 'Decision');
  await typeQuickInput(page, 'seats, Pricing');
  await quickPickRows(page, 'new: Enter adds it').first().waitFor();
  await workbench.screenshot('remember tags');
  await page.keyboard.press('Enter');
  await waitForNotification(page, /Remembered as decision: Seats are held/);
});

test('the note stands in the tree in the room notes, by its first line, and in the search', async ({
  workbench,
}) => {
  const { page } = workbench;
  await showViewContainer(page, 'Synapse Palace');
  await expandTreeRow(page, 'Memory', /^ferry/);
  await expandTreeRow(page, 'Memory', /^notes/);
  await treeRows(page, 'Memory', noteRow).first().waitFor();
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'seats pool tag:SEATS');
  await quickPickRows(page, noteRow).first().waitFor();
  await quickPickRow(page, 0).hover();
  await quickPickRow(page, 0).getByRole('button', { name: 'Pin', exact: true }).click();
  await quickPickRow(page, 0).getByText('pinned').waitFor();
  await workbench.screenshot('pinned in search');
  await page.keyboard.press('Escape');
});

test('pin and tier show as badges', async ({ workbench }) => {
  const { page } = workbench;
  const row = treeRows(page, 'Memory', noteRow).first();
  await expect.poll(() => row.innerHTML()).toContain('monaco-decoration');
  const labelled =
    (text: string) =>
    async (timeout: number): Promise<void> =>
      treeRows(page, 'Memory', noteRow)
        .and(page.locator(`[aria-label*="${text}"]`))
        .first()
        .waitFor({ timeout });
  await pressRowActionUntil(page, 'Memory', noteRow, 'Unpin', (timeout) =>
    treeRows(page, 'Memory', noteRow)
      .and(page.locator(':not([aria-label*="pinned"])'))
      .first()
      .waitFor({ timeout }),
  );
  await expect.poll(() => row.getAttribute('aria-label')).not.toContain('pinned');
  await pressRowActionUntil(page, 'Memory', noteRow, 'Pin', labelled('pinned'));
  await expect.poll(() => row.getAttribute('aria-label')).toContain('pinned');
  await chooseFromRowMenu(page, row, 'Set Tier…', quickInputOpens(page));
  await chooseQuickPick(page, 'longterm');
  await expect.poll(() => row.getAttribute('aria-label')).toContain('longterm');
});

test('a note that is remembered again is told of before it is saved', async ({ workbench }) => {
  const { page } = workbench;
  await openSelected(page, 'seats.md');
  await runCommand(page, 'Synapse Palace: Remember Selection');
  await chooseQuickPick(page, 'Insight');
  await quickPickRows(page, 'seats').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.monaco-dialog-box', { hasText: 'This is remembered already' }).waitFor();
  await workbench.screenshot('duplicate');
  await pressDialogButton(page, 'Open the Other');
  await page.locator('.tab.active', { hasText: 'Seats are held' }).waitFor();
});

test('a note is edited as a document; saving files the edit, once more too', async ({ workbench }) => {
  const { page } = workbench;
  await page.locator('.monaco-editor .view-line').first().click();
  for (const words of ['First of all: ', 'Indeed. ']) {
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(words);
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active:not(.dirty)').waitFor();
    await treeRows(page, 'Memory', new RegExp(`^${words}`))
      .first()
      .waitFor();
  }
  expect(await treeRows(page, 'Memory', /held for ten minutes, then/).count()).toBe(1);
  await workbench.screenshot('note edited');
  await page.locator('.editor-actions').getByRole('button', { name: 'Go to Where It Came From' }).click();
  await page.locator('.tab.active', { hasText: 'seats.md' }).waitFor();
});

test('a filter narrows the tree and is told in its title; clearing it brings everything back', async ({
  workbench,
}) => {
  const { page } = workbench;
  const filterBy = async (step: string): Promise<void> => {
    await runCommand(page, 'Synapse Palace: Filter Memory');
    await chooseQuickPick(page, step);
  };
  await filterBy('Words');
  await typeQuickInput(page, 'seats held pool');
  await page.keyboard.press('Enter');
  await view(page, 'Memory').locator('.message', { hasText: 'Filter: “seats held pool”' }).waitFor();
  await treeRows(page, 'Memory', /Indeed/)
    .first()
    .waitFor();
  await filterBy('Type');
  await quickPickRows(page, 'decision').first().click();
  await page.keyboard.press('Enter');
  await expect.poll(() => treeRows(page, 'Memory', /^(billing|gateway)/).count()).toBe(0);
  await workbench.screenshot('filtered tree');
  await runCommand(page, 'Synapse Palace: Clear Filter');
  await treeRows(page, 'Memory', /^gateway/)
    .first()
    .waitFor();
});

test('what is archived leaves the tree, is seen with the filter, and is restored', async ({ workbench }) => {
  const { page } = workbench;
  const row = treeRows(page, 'Memory', /Indeed/);
  const leaves = (timeout: number): Promise<void> => row.first().waitFor({ state: 'detached', timeout });
  await chooseFromRowMenu(page, row.first(), 'Archive', leaves);
  await waitForNotification(page, '1 archived; nothing was deleted');
  await pressNotificationButton(page, '1 archived', 'Undo');
  await row.first().waitFor();
  await chooseFromRowMenu(page, row.first(), 'Archive', leaves);
  await runCommand(page, 'Synapse Palace: Filter Memory');
  await chooseQuickPick(page, 'Show what is archived, too');
  await expect.poll(() => row.first().getAttribute('aria-label')).toContain('archived');
  await workbench.screenshot('archived in tree');
  await chooseFromRowMenu(page, row.first(), 'Restore', (timeout) =>
    row.and(page.locator(':not([aria-label*="archived"])')).first().waitFor({ timeout }),
  );
  await runCommand(page, 'Synapse Palace: Clear Filter');
});

test('several drawers are tagged at once', async ({ workbench }) => {
  const { page } = workbench;
  // The filter was cleared just now: rows may still move under the pointer.
  await treeRows(page, 'Memory', /^gateway/)
    .first()
    .waitFor();
  const drawers = treeRows(page, 'Memory', /decisions\.md/);
  await expect
    .poll(async () => {
      await expandTreeRow(page, 'Memory', /^docs/);
      return drawers.count();
    })
    .toBe(2);
  await drawers.first().click();
  await drawers.nth(1).click({ modifiers: ['Control'] });
  await chooseFromRowMenu(page, drawers.nth(1), 'Edit Tags…', quickInputOpens(page));
  await typeQuickInput(page, 'rules');
  await page.keyboard.press('Enter');
  await page.locator('.statusbar-item', { hasText: 'Tags of 2 changed' }).waitFor();
  await runCommand(page, 'Synapse Palace: Search Memory');
  await quickInputBox(page).fill('seat gateway money tag:rules');
  await expect.poll(() => quickPickRows(page, 'decisions.md').count()).toBe(2);
  await page.keyboard.press('Escape');
});

test('a result whose file was changed since says so', async ({ workbench }) => {
  const { page, folder } = workbench;
  writeFileSync(path.join(folder, 'docs', 'runbook.md'), 'Nothing of what it was.\n');
  await runCommand(page, 'Synapse Palace: Search Memory');
  await quickInputBox(page).fill('path:runbook billing run');
  await quickPickRows(page, 'file changed since').first().waitFor();
  await workbench.screenshot('changed since');
  await page.keyboard.press('Escape');
});

test('the tree with notes reads well in each theme', async ({ workbench }) => {
  const { page, folder } = workbench;
  for (const notification of await notifications(page, /./).all())
    await notification.press('Delete').catch(() => undefined);
  for (const theme of ['Dark Modern', 'Light Modern', 'Default High Contrast']) {
    writeFileSync(
      path.join(folder, '.vscode', 'settings.json'),
      JSON.stringify({ 'workbench.colorTheme': theme, 'search.exclude': { '.vscode': true } }),
    );
    await page.waitForTimeout(1500);
    await treeRows(page, 'Memory', /Indeed/)
      .first()
      .hover();
    await page.locator('.monaco-hover', { hasText: '#seats' }).waitFor();
    await workbench.screenshot(`notes ${theme}`);
    await page.mouse.move(700, 20);
  }
});
