import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { planNotes, planWorkspace } from './host/planWorkspace.ts';
import { chooseTheme, themes } from './host/themes.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(planWorkspace);
const query = 'race test session store clock mocked';
const ownSummary =
  'The race test failed in about 1 run of 40, for instance in run 88121, since the clock was mocked after the login; 9f3e1c7 mended it.';

const reviewOf = (workbench: Workbench): Promise<FrameLocator> => workbench.webview('#inspector');
const bar = (inspector: FrameLocator) => inspector.locator('.apply-bar');
const group = (inspector: FrameLocator, part: string) => inspector.locator('section.group', { hasText: part });

/** What a search in the inspector finds, as its rows say it. */
const found = async (inspector: FrameLocator, query: string): Promise<string> => {
  await inspector.getByRole('tab', { name: /^Results/ }).click();
  const field = inspector.getByLabel('Search this palace').locator('input');
  await field.fill(query);
  await field.press('Enter');
  await inspector.locator('li.result').first().waitFor();
  return (await inspector.locator('li.result').allInnerTexts()).join('\n');
};

test('a plan of three groups opens in the Review tab, with every drawer approved and nothing written', async ({
  workbench,
}) => {
  await workbench.quickInput.runCommand('Synapse Palace: Review Compaction…', 'Summarize replaced, unused notes');
  const inspector = await reviewOf(workbench);
  await expect.poll(() => inspector.locator('section.group').count()).toBe(3);
  await expect
    .poll(() => bar(inspector).innerText())
    .toContain(`${planNotes.length} drawers archived · 3 summaries`);
  expect(await inspector.getByRole('tab', { selected: true }).innerText()).toMatch(/^Review/);
  expect(await inspector.locator('.plan-head').innerText()).toContain('palace unchanged since');
});

test('a group and a drawer are rejected, a summary is edited until it leaves nothing out, and the totals follow', async ({
  workbench,
}) => {
  const inspector = await reviewOf(workbench);
  await group(inspector, 'Locks last longer now')
    .getByRole('checkbox', { name: /Approve the group/ })
    .uncheck();
  await inspector.getByRole('checkbox', { name: 'Archive “Twenty requests a minute”' }).uncheck();
  // What a group leaves out has grown with that: a press while the rows below move would meet none.
  await expect.poll(() => bar(inspector).innerText()).toContain('6 drawers archived · 2 summaries');
  const races = group(inspector, 'The race test is mended');
  await expect.poll(() => races.locator('.verdict').innerText()).toContain('Leaves out 1 fact');
  await races.getByRole('button', { name: 'The race test is mended' }).click();
  await races.locator('.lost-fact').first().waitFor();
  await races.getByRole('textbox').fill(ownSummary);
  await expect.poll(() => races.locator('.verdict').innerText()).toContain('Keeps every number');
  await expect.poll(() => bar(inspector).innerText()).toContain('6 drawers archived · 2 summaries');
  expect(await group(inspector, 'Fifty requests').locator('header input:indeterminate').count()).toBe(1);
});

test('the review follows the theme, and stands in a narrow window', async ({ workbench }) => {
  const { page } = workbench;
  const inspector = await reviewOf(workbench);
  for (const theme of [
    'Default High Contrast',
    'Default High Contrast Light',
    'Light Modern',
    'Dark Modern',
  ] as const) {
    await chooseTheme(workbench, theme);
    await expect
      .poll(() => inspector.locator('body').getAttribute('data-vscode-theme-kind'))
      .toBe(themes[theme].webview);
    await workbench.screenshot(`review ${theme}`);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 760, height: 900 });
  // The summary stands below its drawers, no longer beside them.
  const left = async (part: string): Promise<number | undefined> =>
    (await inspector.locator(part).first().boundingBox())?.x;
  await expect.poll(async () => (await left('.summary-side')) === (await left('.drawers'))).toBe(true);
  await workbench.screenshot('review narrow');
  if (size !== null) await page.setViewportSize(size);
});

test('decisions survive the inspector being hidden behind another editor', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('File: New Untitled Text File');
  await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
  await page.locator('.tab', { hasText: 'Memory Inspector' }).click();
  const inspector = await reviewOf(workbench);
  await expect.poll(() => bar(inspector).innerText()).toContain('6 drawers archived · 2 summaries');
  const races = group(inspector, 'The race test is mended');
  expect(await races.getByRole('textbox').inputValue()).toBe(ownSummary);
  expect(await races.locator('.summary-head').innerText()).toMatch(/you[^]*Back to the proposal/);
});

test('nothing is archived before the question is answered; then the search finds the summary in place of the notes', async ({
  workbench,
}) => {
  const inspector = await reviewOf(workbench);
  await bar(inspector).getByRole('button', { name: 'Apply approved…' }).click();
  await bar(inspector).getByRole('button', { name: 'Archive 6' }).waitFor();
  expect(await bar(inspector).innerText()).toContain('Archive 6 drawers and write 2 summaries?');
  await workbench.screenshot('review question');
  await expect.poll(() => found(inspector, query)).toContain('about 1 run in 40');
  await inspector.getByRole('tab', { name: /^Review/ }).click();
  await bar(inspector).getByRole('button', { name: 'Archive 6' }).click();
  await expect.poll(() => bar(inspector).innerText()).toContain('6 drawers archived, 2 summaries written');
  expect(await bar(inspector).innerText()).toContain('4 drawers stay and are not proposed again for 30 days');
  await workbench.screenshot('review done');
  await expect.poll(() => found(inspector, query)).toContain('for instance in run 88121');
  expect(await found(inspector, query)).not.toContain('about 1 run in 40');
  // What was rejected is where it was.
  await expect
    .poll(() => found(inspector, 'berth locked while a booking is made'))
    .toContain('BERTH_LOCK_TTL says how long');
});

test('Undo says what came back, and the search finds the notes again', async ({ workbench }) => {
  const inspector = await reviewOf(workbench);
  await inspector.getByRole('tab', { name: /^Review/ }).click();
  await bar(inspector).getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => bar(inspector).innerText())
    .toMatch(/6 drawers are back as they were, 2 summaries (?:are gone|in the archive)/);
  await workbench.screenshot('review undone');
  await expect.poll(() => found(inspector, query)).toContain('about 1 run in 40');
  expect(await found(inspector, query)).not.toContain('for instance in run 88121');
});

test('a drawer is erased for good from the review, which then shows, keeps and offers nothing that quotes it', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Review Compaction…', 'Summarize replaced, unused notes');
  const inspector = await reviewOf(workbench);
  const races = group(inspector, 'The race test is mended');
  await races.getByRole('button', { name: 'The race test fails again' }).click();
  await workbench.screenshot('review erase');
  await races.getByRole('button', { name: 'Erase for Good… The race test fails again' }).click();
  await workbench.dialog.box.waitFor();
  for (const text of [
    'Erase 1 drawer for good?',
    'The race test fails again',
    'Plans removed',
    'Not reached: exports',
  ])
    expect(await workbench.dialog.box.innerText()).toContain(text);
  await workbench.screenshot('review erase question');
  await workbench.dialog.press('Erase…');
  await workbench.quickInput.answer('ERASE');
  await workbench.notifications.waitFor('Erased for good: 1 drawer.');
  await inspector.getByRole('heading', { name: 'There is no plan to review.' }).waitFor();
  expect(await found(inspector, query)).not.toContain('88121');
  expect(await inspector.locator('body').innerText()).not.toContain('fails again');
  // Of the earlier searches only the one made since is left.
  await workbench.quickInput.searchUntil('', workbench.quickInput.rows(query).first());
  expect(await workbench.quickInput.rows('berth locked while a booking is made').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('where nothing says much the same, the command says so and opens nothing', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Review Compaction…', 'Summarize similar notes');
  await workbench.notifications.holding('No issues, decisions or insights are similar enough').first().waitFor();
});
