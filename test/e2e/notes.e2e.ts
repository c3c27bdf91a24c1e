// In one file: the tests share one window, and each starts where the one before ended.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { chooseTheme, themesFor } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

// A test looks at a file that has changed and is not mined yet.
const test = workbenchTest(() => sampleWorkspace({ 'synapsePalace.watchFiles': false }));
const noteRow = /Seats are held for ten minutes/;

test('a selection is remembered with its type and tags', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.mine();
  await page.keyboard.press('Escape');
  writeFileSync(
    path.join(folder, 'notes', 'seats.md'),
    'Seats are held for ten minutes, then they go back to the pool.',
  );
  await workbench.openSelected('notes/seats.md');
  await workbench.quickInput.runCommand('Synapse Palace: Remember Selection');
  await workbench.quickInput.rows('Decision').first().waitFor();
  await workbench.screenshot('remember type');
  await workbench.quickInput.choose('Decision');
  await workbench.quickInput.type('seats, Pricing');
  await workbench.quickInput.rows('new: Enter adds it').first().waitFor();
  await workbench.screenshot('remember tags');
  await page.keyboard.press('Enter');
  await workbench.notifications.waitFor(/Remembered as decision: Seats are held/);
});

test('the note stands in the tree among the notes, by its first line, and in the search', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.sideBar.show();
  await workbench.sideBar.memory.expand(/^Notes/);
  await workbench.sideBar.memory.rows(noteRow).first().waitFor();
  await workbench.quickInput.searchUntil('seats pool tag:SEATS', workbench.quickInput.rows(noteRow).first());
  await workbench.quickInput.row(0).hover();
  await workbench.quickInput.row(0).getByRole('button', { name: 'Pin', exact: true }).click();
  await workbench.quickInput.row(0).getByText('pinned').waitFor();
  await workbench.screenshot('pinned in search');
  await page.keyboard.press('Escape');
});

test('pin and tier show as badges', async ({ workbench }) => {
  const { page } = workbench;
  const row = workbench.sideBar.memory.rows(noteRow).first();
  await expect.poll(() => row.innerHTML()).toContain('monaco-decoration');
  const labelled =
    (text: string) =>
    async (timeout: number): Promise<void> =>
      workbench.sideBar.memory
        .rows(noteRow)
        .and(page.locator(`[aria-label*="${text}"]`))
        .first()
        .waitFor({ timeout });
  await workbench.sideBar.memory.pressActionUntil(noteRow, 'Unpin', (timeout) =>
    workbench.sideBar.memory
      .rows(noteRow)
      .and(page.locator(':not([aria-label*="pinned"])'))
      .first()
      .waitFor({ timeout }),
  );
  await expect.poll(() => row.getAttribute('aria-label')).not.toContain('pinned');
  await workbench.sideBar.memory.pressActionUntil(noteRow, 'Pin', labelled('pinned'));
  await expect.poll(() => row.getAttribute('aria-label')).toContain('pinned');
  await workbench.chooseFromRowMenu(row, 'Set Tier…', workbench.quickInput.opens);
  await workbench.quickInput.choose('longterm');
  await expect.poll(() => row.getAttribute('aria-label')).toContain('longterm');
  await workbench.notifications.press('1 now Long Term', 'Undo');
  await expect.poll(() => row.getAttribute('aria-label')).not.toContain('longterm');
});

test('a note that is remembered again is told of before it is saved', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openSelected('notes/seats.md');
  await workbench.quickInput.runCommand('Synapse Palace: Remember Selection', 'Insight');
  await workbench.quickInput.rows('seats').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.monaco-dialog-box', { hasText: 'The same text is remembered already' }).waitFor();
  await workbench.screenshot('duplicate');
  await workbench.dialog.press('Open the Other');
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
    await workbench.sideBar.memory
      .rows(new RegExp(`^${words}`))
      .first()
      .waitFor();
  }
  expect(await workbench.sideBar.memory.rows(/held for ten minutes, then/).count()).toBe(1);
  await workbench.screenshot('note edited');
  await page.locator('.editor-actions').getByRole('button', { name: 'Go to Origin' }).click();
  await page.locator('.tab.active', { hasText: 'seats.md' }).waitFor();
});

test('a filter narrows the tree and is told in its title; clearing it brings everything back', async ({
  workbench,
}) => {
  const { page } = workbench;
  const filterBy = async (step: string): Promise<void> => {
    await workbench.quickInput.runCommand('Synapse Palace: Filter Memory', step);
  };
  await workbench.quickInput.runCommand('Synapse Palace: Filter Memory');
  await workbench.quickInput.type('seats held pool');
  await workbench.quickInput.rows('Words: “seats held pool”').first().waitFor();
  await page.keyboard.press('Enter');
  await workbench.sideBar.memory.body.locator('.message', { hasText: 'Filter: “seats held pool”' }).waitFor();
  await workbench.sideBar.memory
    .rows(/Indeed/)
    .first()
    .waitFor();
  await filterBy('Type');
  await workbench.quickInput.rows('decision').first().click();
  await page.keyboard.press('Enter');
  await expect.poll(() => workbench.sideBar.memory.rows(/^(billing|gateway)/).count()).toBe(0);
  await workbench.screenshot('filtered tree');
  await workbench.quickInput.runCommand('Synapse Palace: Clear Memory Filter');
  await workbench.sideBar.memory
    .rows(/^gateway/)
    .first()
    .waitFor();
});

test('what is archived leaves the tree, is seen with the filter, and is restored', async ({ workbench }) => {
  const { page } = workbench;
  const row = workbench.sideBar.memory.rows(/Indeed/);
  const leaves = (timeout: number): Promise<void> => row.first().waitFor({ state: 'detached', timeout });
  await workbench.chooseFromRowMenu(row.first(), /^Archive/, leaves);
  await workbench.notifications.press(/Archived “.*Indeed.*”; nothing was deleted/, 'Undo');
  await row.first().waitFor();
  await workbench.chooseFromRowMenu(row.first(), /^Archive/, leaves);
  await workbench.quickInput.runCommand('Synapse Palace: Filter Memory', 'Show archived drawers');
  await expect.poll(() => row.first().getAttribute('aria-label')).toContain('archived');
  await workbench.screenshot('archived in tree');
  await workbench.chooseFromRowMenu(row.first(), 'Restore', (timeout) =>
    row.and(page.locator(':not([aria-label*="archived"])')).first().waitFor({ timeout }),
  );
  await workbench.quickInput.runCommand('Synapse Palace: Clear Memory Filter');
});

test('several drawers are tagged at once', async ({ workbench }) => {
  const { page } = workbench;
  // The filter was cleared just now: rows may still move under the pointer.
  await workbench.sideBar.memory.expand(/^Files/);
  await workbench.sideBar.memory
    .rows(/^gateway/)
    .first()
    .waitFor();
  const drawers = workbench.sideBar.memory.rows(/decisions\.md:/);
  await expect
    .poll(async () => {
      // A click can hit a row that has just moved there, and close it.
      await workbench.sideBar.memory.expand(/^Files/);
      await workbench.sideBar.memory.expand(/^ferry/);
      await workbench.sideBar.memory.expand(/^docs/);
      await workbench.sideBar.memory.expand(/^decisions\.md/);
      return drawers.count();
    })
    .toBe(2);
  await workbench.chooseFromRowMenu(drawers.nth(1), 'Edit Tags…', workbench.quickInput.opens, async () => {
    await drawers.first().click({ timeout: 5000 });
    await drawers.nth(1).click({ modifiers: ['Control'], timeout: 5000 });
  });
  await workbench.quickInput.type('rules');
  await page.keyboard.press('Enter');
  await workbench.notifications.waitFor('Tags of 2 changed');
  // The click that selected a drawer opened its source, which takes the focus when it comes.
  await page.locator('.tab.active', { hasText: 'decisions.md' }).waitFor();
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  await workbench.quickInput.type('seat gateway money tag:rules');
  await expect.poll(() => workbench.quickInput.rows('decisions.md').count()).toBe(2);
  await page.keyboard.press('Escape');
});

test('after a click the keyboard stays in the tree: Enter goes into the text of the row that the arrows reached, Delete archives it', async ({
  workbench,
}) => {
  const { page } = workbench;
  const drawers = workbench.sideBar.memory.rows(/decisions\.md:/);
  const inTree = page.locator('.part.sidebar [role=tree]:focus');
  // Each time another row is clicked, as two clicks on one may be a double click.
  const walk = async (from: number, key: 'ArrowDown' | 'ArrowUp', to: number): Promise<void> => {
    await drawers.nth(from).click();
    await inTree.waitFor();
    await workbench.passageShown();
    expect(await inTree.count()).toBe(1);
    await page.keyboard.press(key);
    await drawers.nth(to).and(page.locator('.focused')).waitFor();
  };
  await walk(0, 'ArrowDown', 1);
  await page.keyboard.press('Enter');
  await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
  await walk(1, 'ArrowUp', 0);
  const clicked = await drawers.nth(1).getAttribute('aria-label');
  await page.keyboard.press('Delete');
  await workbench.notifications.waitFor(/Archived “decisions\.md:.*”; nothing was deleted/);
  await expect.poll(() => drawers.count()).toBe(1);
  expect(await drawers.first().getAttribute('aria-label')).toBe(clicked);
  await workbench.notifications.press(/Archived “decisions\.md/, 'Undo');
  await expect.poll(() => drawers.count()).toBe(2);
  // A folder is not archived, and nothing is said about it.
  await workbench.sideBar.memory
    .rows(/^decisions\.md/)
    .first()
    .click();
  await page.keyboard.press('Delete');
  expect(await workbench.notifications.holding(/without a drawer/).count()).toBe(0);
});

test('a result whose file was changed since says so', async ({ workbench }) => {
  const { page, folder } = workbench;
  writeFileSync(path.join(folder, 'docs', 'runbook.md'), 'Nothing of what it was.\n');
  await workbench.quickInput.searchUntil(
    'path:runbook billing run',
    workbench.quickInput.rows('file changed since').first(),
  );
  await workbench.screenshot('changed since');
  await page.keyboard.press('Escape');
});

test('the tree with notes reads well in each theme', async ({ workbench }) => {
  for (const notification of await workbench.notifications.holding(/./).all())
    await notification.press('Delete').catch(() => undefined);
  for (const theme of themesFor('Default High Contrast')) {
    await chooseTheme(workbench, theme);
    await workbench.sideBar.memory.hover(/Indeed/, '#seats', () => workbench.screenshot(`notes ${theme}`));
  }
});

test('what says nearly the same is told after it is saved, and an issue that comes again is counted', async ({
  workbench,
}) => {
  const { page, folder } = workbench;
  const rememberAs = async (file: string, type: string): Promise<void> => {
    await workbench.openSelected(path.join('notes', file));
    await workbench.quickInput.runCommand('Synapse Palace: Remember Selection', type);
    await workbench.quickInput.rows('seats').first().waitFor();
    await page.keyboard.press('Enter');
  };
  const keys = 'The harbour master keeps the keys of every berth in the blue box.';
  writeFileSync(path.join(folder, 'notes', 'keys.md'), keys);
  writeFileSync(path.join(folder, 'notes', 'again.md'), keys.replace('every berth', 'all berths'));
  for (const file of ['keys.md', 'again.md']) {
    await rememberAs(file, 'Insight');
    await workbench.notifications.waitFor(/Remembered as insight: The harbour master/);
  }
  await workbench.notifications.waitFor(/A similar note exists: The harbour master/);
  await workbench.screenshot('nearly the same');
  await workbench.notifications.press('A similar note exists', 'Undo');
  const limit = 'Each client may send 100 requests a minute to the ferry gateway before it answers 429.';
  writeFileSync(path.join(folder, 'notes', 'limit.md'), limit);
  writeFileSync(path.join(folder, 'notes', 'raised.md'), limit.replace('100', '200'));
  for (const file of ['limit.md', 'raised.md']) {
    await rememberAs(file, 'Insight');
    await workbench.notifications.waitFor(/Remembered as insight: Each client may send/);
  }
  await workbench.notifications.waitFor(
    'A similar note exists, but it says “100” and the new one “200”: Each client may send',
  );
  await workbench.screenshot('contradicting note');
  await workbench.notifications.press('but it says “100”', 'Replace Older');
  await workbench.notifications.waitFor('The older note is marked as replaced.');
  await workbench.quickInput.searchUntil(
    'requests a minute to the ferry gateway',
    workbench.quickInput.rows('Replaced by “Each client may send 200').first(),
  );
  expect(await workbench.quickInput.row(0).innerText()).toContain('may send 200');
  await workbench.screenshot('replaced note in the palette');
  await page.keyboard.press('Escape');
  writeFileSync(path.join(folder, 'notes', 'error.md'), 'TypeError: seat is undefined at src/seats.ts:12');
  for (let i = 0; i < 3; i++) await rememberAs('error.md', 'Issue');
  await workbench.notifications.waitFor(/This issue recurs, seen 3 times since .*TypeError: seat/);
  await workbench.screenshot('recurring issue');
  await workbench.notifications.press('This issue recurs', 'Show Session');
  await workbench.sideBar.session
    .rows(/TypeError: seat is undefined/)
    .first()
    .waitFor();
});

test('several drawers are erased for good once the word is typed, after what that reaches is shown', async ({
  workbench,
}) => {
  const { page } = workbench;
  const rows = workbench.sideBar.memory.rows(/^Each client may send/);
  await expect
    .poll(async () => {
      await workbench.sideBar.memory.expand(/^Notes/);
      return rows.count();
    })
    .toBe(2);
  const asked = (timeout: number): Promise<void> => workbench.dialog.box.waitFor({ timeout });
  const selectBoth = async (): Promise<void> => {
    await rows.first().click({ timeout: 5000 });
    await rows.nth(1).click({ modifiers: ['Control'], timeout: 5000 });
  };
  await workbench.chooseFromRowMenu(rows.nth(1), 'Erase for Good…', asked, selectBoth);
  for (const text of ['Erase 2 drawers for good?', 'Each client may send 100', 'Not reached: exports'])
    expect(await workbench.dialog.box.innerText()).toContain(text);
  await workbench.screenshot('erase question');
  await workbench.dialog.press('Erase…');
  await workbench.quickInput.type('erase');
  await page.getByText('This is not ERASE.').first().waitFor();
  await workbench.screenshot('erase typed');
  await page.keyboard.press('Escape');
  await expect.poll(() => rows.count()).toBe(2);

  await workbench.chooseFromRowMenu(rows.nth(1), 'Erase for Good…', asked, selectBoth);
  await workbench.dialog.press('Erase…');
  await workbench.quickInput.answer('ERASE');
  await workbench.notifications.waitFor('Erased for good: 2 drawers.');
  await expect.poll(() => rows.count()).toBe(0);
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  await expect.poll(() => workbench.quickInput.rows(/requests a minute/).count()).toBe(0);
  await workbench.quickInput.type('requests a minute to the ferry gateway');
  await workbench.quickInput
    .rows(/gateway/)
    .first()
    .waitFor();
  expect(await workbench.quickInput.rows(/may send [12]00/).count()).toBe(0);
  await page.keyboard.press('Escape');
});
