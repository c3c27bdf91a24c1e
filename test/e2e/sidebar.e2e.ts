import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { agedWorkspace, secretOfWorkspace, writeSettings } from './host/agedWorkspace.ts';
import { hasGit } from './host/gitRepository.ts';
import { modalDialog, pressDialogButton, pressNotificationButton, waitForNotification } from './host/messages.ts';
import { chooseQuickPick, quickPickRows, runCommand } from './host/quickInput.ts';
import { repeatUntil } from './host/repeatUntil.ts';
import {
  closeView,
  expandTreeRow,
  openView,
  pressRowActionUntil,
  showViewContainer,
  treeRows,
  view,
} from './host/views.ts';
import { webviewDocument } from './host/webviewDocument.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = await agedWorkspace();
const test = workbenchTest(() => folder);
/** All of them where somebody wants to look at the pictures. */
const themes =
  process.env['SYNAPSE_E2E_THEMES'] === '1'
    ? ['Dark Modern', 'Light Modern', 'Default High Contrast']
    : ['Dark Modern'];

/** Rests on a row until its tooltip says something: a row that is drawn anew meanwhile shows none. */
const hoverRow = (page: Page, row: Locator, text: string): Promise<void> =>
  repeatUntil(
    page,
    async () => {
      await page.mouse.move(900, 300);
      await row.hover({ timeout: 5000 });
    },
    (timeout) => page.locator('.monaco-hover', { hasText: text }).first().waitFor({ timeout }),
  );

test('the Session view shows what a session would start with, and why', async ({ workbench }) => {
  const { page } = workbench;
  await showViewContainer(page, 'Synapse Palace');
  // The other views give way, so that all of it is seen.
  await closeView(page, 'Memory');
  await openView(page, 'Session');
  for (const row of [
    /^Pinned/,
    /Deploys happen on Tuesdays/,
    /^Recurring issues/,
    /stalls on Mondays.*3 times since/,
    /^Memories/,
    /sixty days/,
  ])
    await treeRows(page, 'Session', row).first().waitFor();
  await view(page, 'Session')
    .getByText(/\d+ of 2,000 tokens/)
    .first()
    .waitFor();
  for (const row of [/^Perhaps out of date/, /thirty days.*sixty days/, /^Could be one summary/])
    await treeRows(page, 'Session', row).first().waitFor();
  if (hasGit) {
    await expandTreeRow(page, 'Session', /^Recent commits/);
    await treeRows(page, 'Session', /The crane is inspected in April/)
      .first()
      .waitFor();
  }
  for (const theme of themes) {
    if (themes.length > 1) writeSettings(folder, { 'workbench.colorTheme': theme });
    if (themes.length > 1) await page.waitForTimeout(1200);
    await hoverRow(page, treeRows(page, 'Session', /Deploys happen/).first(), 'pinned');
    await workbench.screenshot(`session ${theme}`);
    await page.mouse.move(900, 300);
  }
});

test('a recurring issue is resolved from its row, and comes back with Undo', async ({ workbench }) => {
  const { page } = workbench;
  const row = treeRows(page, 'Session', /times since/);
  await pressRowActionUntil(page, 'Session', /times since/, 'Resolve', (timeout) =>
    waitForNotification(page, /Resolved: /, timeout),
  );
  await expect.poll(() => row.count()).toBe(0);
  await pressNotificationButton(page, /Resolved: /, 'Undo');
  await row.first().waitFor();
});

test('a group that could be one summary opens as a plan in the review', async ({ workbench }) => {
  const { page } = workbench;
  await pressRowActionUntil(page, 'Session', /notes that say much the same/, 'Review a Summary', (timeout) =>
    webviewDocument(page, '#inspector .review', timeout),
  );
  await workbench.screenshot('review of a group');
  await page.keyboard.press('Control+F4');
});

test('what may be out of date is marked as superseded from its row', async ({ workbench }) => {
  const { page } = workbench;
  const row = treeRows(page, 'Session', /thirty days.*sixty days/);
  await pressRowActionUntil(page, 'Session', /thirty days.*sixty days/, 'Accept', (timeout) =>
    waitForNotification(page, /Marked as superseded: .*thirty/, timeout),
  );
  await expect.poll(() => row.count()).toBe(0);
});

test('the Archive & Plans view shows plans with their state and the archive by reason', async ({ workbench }) => {
  const { page } = workbench;
  await closeView(page, 'Session');
  await openView(page, 'Archive');
  for (const row of [
    /^Plans/,
    /Compaction: 1 group, 3 drawers.*applied/,
    /Consolidation: .*proposed/,
    /^A summary stands for them.*3/,
    /^Archived by hand.*1/,
  ])
    await treeRows(page, 'Archive', row).first().waitFor();
  await expandTreeRow(page, 'Archive', /^Compaction/);
  await expandTreeRow(page, 'Archive', /^The token endpoint/);
  await treeRows(page, 'Archive', 'the summary').first().waitFor();
  await expandTreeRow(page, 'Archive', /^Archived by hand/);
  await treeRows(page, 'Archive', /The winch wants grease/)
    .first()
    .waitFor();
  for (const theme of themes) {
    if (themes.length > 1) writeSettings(folder, { 'workbench.colorTheme': theme });
    if (themes.length > 1) await page.waitForTimeout(1200);
    await hoverRow(page, treeRows(page, 'Archive', /^Compaction/).first(), 'It can be undone');
    await workbench.screenshot(`archive ${theme}`);
    await page.mouse.move(900, 300);
  }
});

test('an applied plan is undone from its row, after its counts were agreed to', async ({ workbench }) => {
  const { page } = workbench;
  await pressRowActionUntil(page, 'Archive', /^Compaction/, 'Undo This Plan', (timeout) =>
    modalDialog(page).waitFor({ timeout }),
  );
  expect(await modalDialog(page).innerText()).toContain('bring 3 drawers back');
  await workbench.screenshot('undo plan question');
  await pressDialogButton(page, 'Undo Plan');
  await waitForNotification(page, 'Back from the archive: 3 drawers.');
  await treeRows(page, 'Archive', /^Compaction.*undone/)
    .first()
    .waitFor();
  await expect.poll(() => treeRows(page, 'Archive', /A summary stands for them/).count()).toBe(0);
});

test('what maintenance archived comes back as a batch from its row, after its count was agreed to', async ({
  workbench,
}) => {
  const { page } = workbench;
  await expandTreeRow(page, 'Archive', /^Archived by maintenance/);
  const row = treeRows(page, 'Archive', /^Archived by maintenance/);
  await pressRowActionUntil(page, 'Archive', /1 drawer$/, 'Bring the Batch Back', (timeout) =>
    modalDialog(page).waitFor({ timeout }),
  );
  expect(await modalDialog(page).innerText()).toContain('Bring 1 drawer back from the archive?');
  await pressDialogButton(page, 'Bring Back');
  await waitForNotification(page, 'Back from the archive: 1 drawer.');
  await expect.poll(() => row.count()).toBe(0);
});

test('maintenance archives what has aged once that was agreed to, and its message brings it back', async ({
  workbench,
}) => {
  const { page } = workbench;
  const row = treeRows(page, 'Archive', /^Archived by maintenance.*2/);
  await runCommand(page, 'Synapse Palace: Run Maintenance…');
  await pressNotificationButton(page, 'Maintenance would change drawers', 'Apply');
  await row.first().waitFor();
  await workbench.screenshot('maintenance applied');
  await pressNotificationButton(page, /Done: 2 archived/, 'Bring Archived Back');
  await waitForNotification(page, 'Back from the archive: 2 drawers.');
  await expect.poll(() => row.count()).toBe(0);
});

test('a reason comes back as a whole from the palette, after its count was agreed to', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Restore from the Archive…');
  await quickPickRows(page, /Archived by hand.*1 drawer/)
    .first()
    .waitFor();
  await workbench.screenshot('restore pick');
  await chooseQuickPick(page, 'Archived by hand');
  await quickPickRows(page, 'The winch wants grease').first().waitFor();
  await chooseQuickPick(page, 'The one drawer');
  await modalDialog(page).waitFor();
  expect(await modalDialog(page).innerText()).toContain('Bring 1 drawer back from the archive?');
  await workbench.screenshot('restore question');
  await pressDialogButton(page, 'Bring Back');
  await waitForNotification(page, 'Back from the archive: 1 drawer.');
  await expect.poll(() => treeRows(page, 'Archive', /Archived by hand/).count()).toBe(0);
});

test('secrets are listed by place and kind, never shown, and a drawer is unmarked and marked again from its row', async ({
  workbench,
}) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Show Secrets Found');
  const row = quickPickRows(page, /assigned|password/i).first();
  await row.waitFor();
  await workbench.screenshot('secrets found');
  expect(await page.locator('body').innerText()).not.toContain(secretOfWorkspace);
  for (const [button, after] of [
    ['Not Sensitive', 'Sensitive: never'],
    ['Sensitive: never', 'Not Sensitive'],
  ] as const)
    await repeatUntil(
      page,
      async () => {
        await row.hover({ timeout: 3000 });
        await row.getByRole('button', { name: button }).click({ timeout: 3000 });
      },
      (timeout) => row.getByRole('button', { name: after }).waitFor({ state: 'attached', timeout }),
    );
  await page.keyboard.press('Escape');
});
