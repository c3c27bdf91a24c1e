import { expect } from 'vitest';
import { present } from '../webview/host/present.ts';
import { repeatUntil, type Effect } from './host/repeatUntil.ts';
import { sampleFacts, sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());
const countIn = (text: string): number => Number(/\d+/.exec(text)?.[0]);

test('the packaged extension puts its view container into the activity bar', async ({ workbench }) => {
  await workbench.sideBar.entry.waitFor();
  await workbench.sideBar.show();
  await workbench.sideBar.memory.body.waitFor();
});

test('showing its view activates the extension without an error', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.sideBar.show();
  await workbench.quickInput.runCommand('Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Synapse Palace' });
  await row.waitFor();
  await row.getByText(/Activation: \d+ms/).waitFor();
  expect(workbench.console.filter((line) => /synapse-palace.*(?:activat\w+.*failed|error)/i.test(line))).toEqual(
    [],
  );
});

test('before mining, the Memory view says what to do and the status bar says nothing', async ({ workbench }) => {
  await workbench.sideBar.show();
  await workbench.sideBar.memory.body.getByRole('button', { name: 'Mine Workspace' }).waitFor();
  expect(await workbench.statusBarEntries('Synapse Palace').count()).toBe(0);
  await workbench.screenshot('welcome');
});

test('the walkthrough shows its titles and pictures whole', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Welcome: Open Walkthrough...', 'Give your workspace a memory');
  const titles = page.locator('.gettingStartedContainer .step-title');
  await titles.first().waitFor();
  for (let step = 0, count = await titles.count(); step < count; step += 1) {
    await titles.nth(step).click();
    expect(await titles.nth(step).evaluate((title) => title.scrollWidth - title.clientWidth)).toBeLessThan(2);
    const picture = (await workbench.webview('svg')).locator('svg');
    const frame = page.locator('.gettingStartedContainer .getting-started-media');
    await expect
      .poll(async () => {
        const [drawn, room] = await Promise.all([picture.boundingBox(), frame.boundingBox()]);
        return (
          drawn !== null &&
          room !== null &&
          drawn.x >= room.x - 1 &&
          drawn.y >= room.y - 1 &&
          drawn.x + drawn.width <= room.x + room.width + 1 &&
          drawn.y + drawn.height <= room.y + room.height + 1
        );
      })
      .toBe(true);
    const texts = await Promise.all(
      (await picture.locator('text').all()).map(async (text) => ({
        said: await text.textContent(),
        box: present(await text.boundingBox()),
      })),
    );
    for (const [at, { said, box }] of texts.entries())
      for (const { said: other, box: next } of texts.slice(at + 1))
        expect(
          box.x + box.width <= next.x ||
            next.x + next.width <= box.x ||
            box.y + box.height - 2 <= next.y ||
            next.y + next.height - 2 <= box.y,
          `“${said}” and “${other}” do not overlap`,
        ).toBe(true);
  }
  await workbench.screenshot('walkthrough');
});

test('the walkthrough’s step for the Memory view is ticked where the view is shown already, too', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.sideBar.show();
  const step = page.locator('.getting-started-step', { hasText: 'Walk through the palace' });
  await step.getByText('Show Memory').click();
  await step.locator('.codicon-getting-started-step-checked').waitFor();
});

test('mining from the palette ends with a summary of what was filed and what was skipped', async ({
  workbench,
}) => {
  const summary = await workbench.mine();
  expect(summary).toContain(`${sampleFacts.files} files filed`);
  expect(summary).toContain(`${sampleFacts.skipped} skipped`);
  await workbench.screenshot('mined');
});

test('the skipped files are listed by reason', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.notifications.press('Mined the workspace', 'Show Skipped');
  await page.locator('.tab', { hasText: 'Skipped files' }).waitFor();
  await page.locator('.view-line', { hasText: 'assets/logo.png' }).waitFor();
  await page.locator('.view-line', { hasText: 'binary' }).waitFor();
  expect(await page.locator('.view-line', { hasText: 'gateway.log' }).count()).toBe(0);
});

test("the tree shows every wing with its count, and the counts add up to the status bar's", async ({
  workbench,
}) => {
  const { page } = workbench;
  const counts: number[] = [];
  for (const wing of sampleFacts.wings) {
    const row = workbench.sideBar.memory.rows(new RegExp(`^${wing}`)).first();
    await row.waitFor();
    counts.push(countIn(await row.innerText()));
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  expect(counts.every((count) => count > 0)).toBe(true);
  await page.locator(`.statusbar-item[aria-label*="${total} drawers"]`).waitFor();
});

test('a room opens to its files, a file to its drawers, and a drawer to its source at its lines', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.sideBar.memory.expand(/^ferry/);
  await workbench.sideBar.memory.expand(/^docs/);
  await workbench.sideBar.memory.expand(/^decisions\.md/);
  const drawer = workbench.sideBar.memory.rows(/decisions\.md:(?!1–)/).first();
  await drawer.waitFor();
  await workbench.screenshot('tree');
  const [, start] = /decisions\.md:(\d+)/.exec(await drawer.innerText()) ?? [];
  await drawer.click();
  await page.locator('.tab.active', { hasText: 'decisions.md' }).waitFor();
  await workbench.passageShown();
  expect(await page.locator('.line-numbers', { hasText: new RegExp(`^${start}$`) }).count()).toBe(1);
});

test("a drawer's ID is copied from its context menu", async ({ workbench }) => {
  await workbench.chooseFromRowMenu(
    workbench.sideBar.memory.rows(/decisions\.md:/).first(),
    'Copy ID',
    (timeout) => workbench.statusBarEntries('ID copied').waitFor({ timeout }),
  );
});

test('the menu of several selected drawers leaves out what is for a single one', async ({ workbench }) => {
  const { page } = workbench;
  const drawers = workbench.sideBar.memory.rows(/decisions\.md:/);
  const entries = page.locator('.monaco-menu').getByRole('menuitem');
  const shown = async (): Promise<string[]> =>
    (await entries.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
  const single = ['Open Source', 'Find Similar', 'Explain Why It’s Missing…'];
  const open = (select: () => Promise<void>, effect: Effect): Promise<void> =>
    repeatUntil(
      page,
      async () => {
        await select();
        await drawers.first().click({ button: 'right', timeout: 5000 });
      },
      effect,
    );
  await open(
    async () => {
      await drawers.first().click({ timeout: 5000 });
      await drawers.nth(1).click({ modifiers: ['Control'], timeout: 5000 });
    },
    async (timeout) => {
      await entries.filter({ hasText: 'Copy ID' }).waitFor({ timeout });
      await expect.poll(() => drawers.and(page.locator('[aria-selected=true]')).count(), { timeout }).toBe(2);
    },
  );
  expect(await shown()).toEqual(expect.arrayContaining(['Copy Text', 'Copy ID', 'Move to Room…', 'Archive']));
  expect((await shown()).filter((entry) => single.includes(entry))).toEqual([]);
  await workbench.screenshot('menu of several');
  await page.keyboard.press('Escape');
  await open(
    () => drawers.nth(1).click({ timeout: 5000 }),
    (timeout) => entries.filter({ hasText: 'Find Similar' }).waitFor({ timeout }),
  );
  expect(await shown()).toEqual(expect.arrayContaining(single));
  await page.keyboard.press('Escape');
});

test('a drawer opens to the side from its row', async ({ workbench }) => {
  const { page } = workbench;
  const before = await page.locator('.editor-group-container').count();
  await workbench.sideBar.memory.pressActionUntil(/decisions\.md:/, 'Open Source to the Side', (timeout) =>
    page.locator('.editor-group-container').nth(before).waitFor({ timeout }),
  );
  await expect.poll(() => page.locator('.editor-group-container').count()).toBe(before + 1);
});

test('a drawer is moved to another room from its menu, taken back with Undo, and moved by dragging', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { memory } = workbench.sideBar;
  const drawers = memory.rows(/decisions\.md:/);
  await workbench.chooseFromRowMenu(drawers.first(), 'Move to Room…', workbench.quickInput.opens);
  await workbench.quickInput.rows('New Room…').first().waitFor();
  await workbench.screenshot('move to room');
  await workbench.quickInput.choose('notes');
  await workbench.notifications.waitFor('Moved to ferry › notes: 1 drawer');
  await expect.poll(() => drawers.count()).toBe(1);
  await workbench.notifications.press('Moved to ferry › notes', 'Undo');
  await expect.poll(() => drawers.count()).toBe(2);
  await repeatUntil(
    page,
    () => drawers.first().dragTo(memory.rows(/^\(top level\)/).first(), { timeout: 5000 }),
    (timeout) =>
      workbench.notifications.waitFor('Moved to ferry › general: 1 drawer', timeout).then(() => undefined),
  );
  await expect.poll(() => drawers.count()).toBe(1);
  await workbench.screenshot('moved by dragging');
});

test("the status lists drawers, search and the palace's folder", async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Show Palace Status');
  for (const text of ['drawers', 'all-MiniLM-L6-v2', 'palaces/ferry-'])
    await workbench.quickInput.rows(text).first().waitFor();
  await workbench.screenshot('status');
  await page.keyboard.press('Escape');
});

test('verifying says that the palace is sound', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Verify Palace');
  await workbench.notifications
    .holding(/The palace is sound \(\d+ drawers checked\)/)
    .first()
    .waitFor();
});

test('once every drawer has its vector, the status bar shows the count alone', async ({ workbench }) => {
  await workbench.page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor();
});

test('maintenance of a palace in which nothing has aged says so, and that no issue has recurred', async ({
  workbench,
}) => {
  await workbench.quickInput.runCommand('Synapse Palace: Run Maintenance…');
  await workbench.notifications.waitFor('Nothing has aged');
  await workbench.quickInput.runCommand('Synapse Palace: Resolve Recurring Issue…');
  await workbench.notifications.waitFor('No issue has recurred so far');
});
