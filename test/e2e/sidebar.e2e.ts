// In one file: the tests share one window, and each starts where the one before ended.
import { expect } from 'vitest';
import { agedWorkspace, secretOfWorkspace } from './host/agedWorkspace.ts';
import { hasGit } from './host/gitRepository.ts';
import { repeatUntil } from './host/repeatUntil.ts';
import { chooseTheme, themesFor } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = await agedWorkspace();
const test = workbenchTest(() => folder);

test('the Session view shows what a session would start with, and why', async ({ workbench }) => {
  await workbench.sideBar.show();
  // The other views give way, so that all of it is seen.
  await workbench.sideBar.memory.close();
  await workbench.sideBar.session.open();
  for (const row of [
    /^Pinned/,
    /Deploys happen on Tuesdays/,
    /^Recurring issues/,
    /stalls on Mondays.*3 times since/,
    /^Memories/,
    /sixty days/,
  ])
    await workbench.sideBar.session.rows(row).first().waitFor();
  await workbench.sideBar.session.body
    .getByText(/\d+ of 2,000 tokens/)
    .first()
    .waitFor();
  for (const row of [/^Perhaps out of date/, /thirty days.*sixty days/, /^Could be one summary/])
    await workbench.sideBar.session.rows(row).first().waitFor();
  if (hasGit) {
    await workbench.sideBar.session.expand(/^Recent commits/);
    await workbench.sideBar.session
      .rows(/The crane is inspected in April/)
      .first()
      .waitFor();
  }
  for (const theme of themesFor('Dark Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.sideBar.session.hover(/Deploys happen/, 'pinned', () =>
      workbench.screenshot(`session ${theme}`),
    );
  }
});

test('a group of similar notes names them by how they begin when it is pointed at', async ({ workbench }) => {
  const { session } = workbench.sideBar;
  await session.expand(/^Could be one summary/);
  await session.hover(/^3 similar notes/, 'The mooring lines of the north pier', async () => {
    expect(await workbench.page.locator('.monaco-hover', { hasText: 'The mooring' }).innerText()).not.toMatch(
      /drawer_/u,
    );
    await workbench.screenshot('session group');
  });
});

test('the Session view follows what is unpinned and pinned again, and Refresh reads it anew', async ({
  workbench,
}) => {
  const { session } = workbench.sideBar;
  const pinned = session.rows(/^Pinned/);
  await session.pressActionUntil(/Deploys happen on Tuesdays/, 'Unpin', (timeout) =>
    workbench.notifications.waitFor('1 unpinned', timeout),
  );
  await expect.poll(() => pinned.count()).toBe(0);
  await workbench.notifications.press('1 unpinned', 'Undo');
  await pinned.first().waitFor();
  await session.pressHeaderAction('Refresh');
  await session
    .rows(/Deploys happen on Tuesdays/)
    .first()
    .waitFor();
});

test('Tab walks through the side bar view by view: header, its buttons, tree', async ({ workbench }) => {
  const { page } = workbench;
  const focused = async (): Promise<string> => {
    const at = page.locator(':focus');
    return `${await at.getAttribute('role')} ${await at.getAttribute('aria-label')}`;
  };
  // A view that was folded has nothing to give the focus to until its rows are there.
  await repeatUntil(
    page,
    () => workbench.quickInput.runCommand('Synapse Palace: Focus on Memory View'),
    (timeout) => page.locator('.part.sidebar [role=tree][aria-label^=Memory]:focus').waitFor({ timeout }),
  );
  const walked: string[] = [];
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    walked.push(await focused());
  }
  const [header, buttons, tree] = [
    /^button Session.* Section$/,
    /^button Show Session Context$/,
    /^tree Session$/,
  ];
  const way = [
    header,
    buttons,
    tree,
    /^button Archive & Plans.* Section$/,
    tree,
    buttons,
    header,
    /^tree Memory$/,
  ];
  expect(walked).toEqual(way.map((name) => expect.stringMatching(name) as string));
  await workbench.sideBar.memory.close();
});

test('a recurring issue is resolved from its row, and comes back with Undo', async ({ workbench }) => {
  const row = workbench.sideBar.session.rows(/times since/);
  await workbench.sideBar.session.pressActionUntil(/times since/, 'Resolve', (timeout) =>
    workbench.notifications.waitFor(/Resolved: /, timeout),
  );
  await expect.poll(() => row.count()).toBe(0);
  await workbench.notifications.press(/Resolved: /, 'Undo');
  await row.first().waitFor();
});

test('a group that could be one summary opens as a plan in the review', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.sideBar.session.pressActionUntil(/similar notes/, 'Review Summary', (timeout) =>
    workbench.webview('#inspector .review', timeout),
  );
  await workbench.screenshot('review of a group');
  await page.keyboard.press('Control+F4');
});

test('what may be out of date is marked as superseded from its row', async ({ workbench }) => {
  const row = workbench.sideBar.session.rows(/thirty days.*sixty days/);
  await workbench.sideBar.session.pressActionUntil(/thirty days.*sixty days/, 'Accept', (timeout) =>
    workbench.notifications.waitFor(/Marked as replaced: .*thirty/, timeout),
  );
  await expect.poll(() => row.count()).toBe(0);
});

test('the Archive & Plans view shows plans with their state and the archive by reason', async ({ workbench }) => {
  await workbench.sideBar.session.close();
  await workbench.sideBar.archive.open();
  for (const row of [
    /^Plans/,
    /Compaction: 1 group, 3 drawers.*applied/,
    /Consolidation: .*proposed/,
    /^Replaced by a summary.*3/,
    /^Archived by hand.*1/,
  ])
    await workbench.sideBar.archive.rows(row).first().waitFor();
  await workbench.sideBar.archive.expand(/^Compaction/);
  await workbench.sideBar.archive.expand(/^The token endpoint/);
  await workbench.sideBar.archive.rows('the summary').first().waitFor();
  await workbench.sideBar.archive.expand(/^Archived by hand/);
  await workbench.sideBar.archive
    .rows(/The winch wants grease/)
    .first()
    .waitFor();
  for (const theme of themesFor('Light Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.sideBar.archive.hover(/^Compaction/, 'It can be undone', () =>
      workbench.screenshot(`archive ${theme}`),
    );
  }
});

test('an applied plan is undone from its row, after its counts were agreed to', async ({ workbench }) => {
  await workbench.sideBar.archive.pressActionUntil(/^Compaction/, 'Undo Plan', (timeout) =>
    workbench.dialog.box.waitFor({ timeout }),
  );
  expect(await workbench.dialog.box.innerText()).toContain('bring 3 drawers back');
  await workbench.screenshot('undo plan question');
  await workbench.dialog.press('Undo Plan');
  await workbench.notifications.waitFor('Restored from the archive: 3 drawers.');
  await workbench.sideBar.archive
    .rows(/^Compaction.*undone/)
    .first()
    .waitFor();
  await expect.poll(() => workbench.sideBar.archive.rows(/Replaced by a summary/).count()).toBe(0);
});

test('what maintenance archived comes back as a batch from its row, after its count was agreed to', async ({
  workbench,
}) => {
  await workbench.sideBar.archive.expand(/^Archived by maintenance/);
  const row = workbench.sideBar.archive.rows(/^Archived by maintenance/);
  await workbench.sideBar.archive.pressActionUntil(/1 drawer$/, 'Restore Batch', (timeout) =>
    workbench.dialog.box.waitFor({ timeout }),
  );
  expect(await workbench.dialog.box.innerText()).toContain('Restore 1 drawer from the archive?');
  await workbench.dialog.press('Restore');
  await workbench.notifications.waitFor('Restored from the archive: 1 drawer.');
  await expect.poll(() => row.count()).toBe(0);
});

test('maintenance archives what has aged once that was agreed to, and its message brings it back', async ({
  workbench,
}) => {
  const row = workbench.sideBar.archive.rows(/^Archived by maintenance.*2/);
  await workbench.quickInput.runCommand('Synapse Palace: Run Maintenance…');
  await workbench.notifications.press('Maintenance would change drawers', 'Apply');
  await row.first().waitFor();
  await workbench.screenshot('maintenance applied');
  await workbench.notifications.press(/Done: 2 archived/, 'Undo');
  await workbench.notifications.waitFor(/Undone\. Back where it was: \d+ drawers/);
  await expect.poll(() => row.count()).toBe(0);
});

test('a reason comes back as a whole from the palette, after its count was agreed to', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Restore Archived Drawers…');
  await workbench.quickInput
    .rows(/Archived by hand.*1 drawer/)
    .first()
    .waitFor();
  await workbench.screenshot('restore pick');
  await workbench.quickInput.choose('Archived by hand');
  await workbench.quickInput.rows('The winch wants grease').first().waitFor();
  await workbench.quickInput.choose('The one drawer');
  await workbench.dialog.box.waitFor();
  expect(await workbench.dialog.box.innerText()).toContain('Restore 1 drawer from the archive?');
  await workbench.screenshot('restore question');
  await workbench.dialog.press('Restore');
  await workbench.notifications.waitFor('Restored from the archive: 1 drawer.');
  await expect.poll(() => workbench.sideBar.archive.rows(/Archived by hand/).count()).toBe(0);
});

test('secrets are listed by place and kind, never shown, and a drawer is unmarked and marked again from its row', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Show Secrets Found');
  const row = workbench.quickInput.rows(/assigned|password/i).first();
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

test('a drawer is erased for good from the Session view, with its open text, a comparison and a hidden inspector, and one from a plan in the Archive view', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { session, archive } = workbench.sideBar;
  const asked = (timeout: number): Promise<void> => workbench.dialog.box.waitFor({ timeout });
  const erase = async (): Promise<void> => {
    await workbench.dialog.press('Erase…');
    await workbench.quickInput.answer('ERASE');
    await workbench.notifications.waitFor('Erased for good: 1 drawer.');
  };
  await archive.close();
  await session.open();
  const pinned = session.rows(/Deploys happen on Tuesdays/);
  const tab = page.locator('.tab', { hasText: 'Deploys happen' });
  // What a hidden page shows can't be taken back.
  const inspector = page.locator('.tab', { hasText: 'Memory Inspector' });
  await workbench.quickInput.runCommand('Synapse Palace: Search with Explained Ranking');
  await inspector.waitFor();
  await workbench.quickInput.runCommand('File: New Untitled Text File');
  await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
  expect(await inspector.count()).toBe(1);
  await repeatUntil(
    page,
    () => pinned.first().click({ timeout: 5000 }),
    (timeout) => tab.first().waitFor({ timeout }),
  );
  // Beside its text, a comparison that shows it; two, where a command was pressed twice because the first press seemed lost.
  await tab.first().click();
  await workbench.quickInput.runCommand('File: Compare Active File with Clipboard');
  await tab.filter({ hasText: '↔' }).first().waitFor();
  await workbench.chooseFromRowMenu(pinned.first(), 'Erase for Good…', asked);
  expect(await workbench.dialog.box.innerText()).toContain('Deploys happen on Tuesdays');
  await erase();
  await expect.poll(() => tab.count()).toBe(0);
  await expect.poll(() => inspector.count()).toBe(0);
  await expect.poll(() => pinned.count()).toBe(0);

  await session.close();
  await archive.open();
  await archive.expand(/^Compaction/);
  await archive.expand(/^The token endpoint/);
  await workbench.chooseFromRowMenu(archive.rows(/^The token endpoint/).last(), 'Erase for Good…', asked);
  expect(await workbench.dialog.box.innerText()).toContain('Plans removed: 1.');
  await erase();
  await expect.poll(() => archive.rows(/^Compaction/).count()).toBe(0);
});
