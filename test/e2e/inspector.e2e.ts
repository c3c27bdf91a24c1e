import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());
const query = 'repeat a failed call with exponential backoff';

const inspectorOf = (workbench: Workbench): Promise<FrameLocator> => workbench.webview('#inspector');
const number = (text: string): number => Number(text.replace('−', '-').replace('+', ''));

test("a result's “Explain the Ranking” opens the inspector on the same search", async ({ workbench }) => {
  await workbench.mine();
  const inspector = await workbench.explainRanking(query, 'retry.js');
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
  expect(await inspector.locator('li.result').first().innerText()).toContain('retry.js');
});

/** The last line of a waterfall, once its steps are seen to add up to it. */
const totalOf = async (table: Locator): Promise<number> => {
  const changes = (await table.locator('tbody td.delta').allInnerTexts())
    .filter((text) => text.trim() !== '')
    .map(number);
  const total = number(await table.locator('tr.total td.running').innerText());
  const thousandths = changes.reduce((sum, change) => sum + Math.round(change * 1000), 0);
  expect(thousandths).toBe(Math.round(total * 1000));
  expect(await table.locator('tbody svg .block').count()).toBe(changes.length);
  return total;
};

test('the steps of every waterfall add up to the score that is shown', async ({ workbench }) => {
  const inspector = await inspectorOf(workbench);
  const results = inspector.locator('li.result');
  const count = await results.count();
  expect(count).toBeGreaterThan(1);
  for (let index = 0; index < Math.min(count, 4); index++) {
    const result = results.nth(index);
    await result.locator('.row-button').click();
    const [scoreTable, selectionTable] = [0, 1].map((place) => result.locator('table.staircase').nth(place));
    if (scoreTable === undefined || selectionTable === undefined) throw new Error('Two tables were expected.');
    await selectionTable.waitFor();
    await totalOf(scoreTable);
    // What the results are ordered by is what stands beside them.
    expect(number(await result.locator('.score strong').innerText())).toBe(await totalOf(selectionTable));
    if (index === 0) await workbench.screenshot('inspector');
    await result.locator('.row-button').click();
  }
});

test('the source of a result opens beside the inspector, at the matching line', async ({ workbench }) => {
  const { page } = workbench;
  const inspector = await inspectorOf(workbench);
  const first = inspector.locator('li.result', { hasText: 'retry.js' }).first();
  await first.locator('.row-button').click();
  await first
    .getByRole('button', { name: /^Open (source|file)/i })
    .first()
    .click();
  await page.locator('.tab.active', { hasText: 'retry.js' }).waitFor();
  await workbench.passageShown();
  await first.waitFor();
  expect(await page.locator('.editor-group-container').count()).toBe(2);
  await workbench.screenshot('beside the inspector');
  await workbench.quickInput.runCommand('View: Close Editor');
});

test('a result that is dragged into an editor leaves its text there, as Markdown', async ({ workbench }) => {
  const { page } = workbench;
  const inspector = await inspectorOf(workbench);
  const first = inspector.locator('li.result', { hasText: 'retry.js' }).first();
  await first.getByRole('button', { name: 'Open to the side' }).click();
  await page.locator('.tab.active', { hasText: 'retry.js' }).waitFor();
  await workbench.quickInput.runCommand('File: New Untitled Text File');
  const editor = page.locator('.monaco-editor[data-uri^="untitled:"]');
  await editor.waitFor();
  await first.locator('.where').first().dragTo(editor.locator('.view-lines'));
  await editor.locator('.view-line', { hasText: /^\*\*.*retry\.js/ }).waitFor();
  await workbench.quickInput.runCommand('View: Revert and Close Editor');
  await workbench.quickInput.runCommand('View: Close Editor');
});

test('asked for again, the same inspector comes back with its search, its search box ready to type in', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Search with Explained Ranking');
  const inspector = await inspectorOf(workbench);
  await inspector.locator('li.result').first().waitFor();
  expect(await page.locator('.tab', { hasText: 'Memory Inspector' }).count()).toBe(1);
  const box = inspector.getByRole('textbox', { name: 'Search this palace' });
  await expect.poll(() => box.and(inspector.locator(':focus')).count()).toBe(1);
  await page.keyboard.type(query);
  expect(await box.inputValue()).toBe(query);
});

test('a search with trace tells why every candidate that is not a result was dropped, and the flow adds up', async ({
  workbench,
}) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('tab', { name: 'Trace' }).click();
  await inspector.getByRole('button', { name: 'Search again with details' }).click();
  await inspector.locator('.flow-section').waitFor();
  const dropped = Number(
    /of ([\d,]+)/.exec(await inspector.locator('.drops [role=status]').innerText())?.[1]?.replaceAll(',', ''),
  );
  const results = Number(await inspector.getByRole('tab', { name: 'Results' }).locator('.count').innerText());
  const candidates = Number(
    /of ([\d,]+) candidates/.exec(await inspector.locator('.summary').innerText())?.[1]?.replaceAll(',', ''),
  );
  expect(dropped + results).toBe(candidates);
  await workbench.screenshot('inspector-trace');
});

test('why a file is not among the results is answered with its place in each leg', async ({ workbench }) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('textbox', { name: 'Drawer: ID, path or text' }).fill('decisions.md');
  await inspector.getByRole('button', { name: 'Ask' }).click();
  await inspector.locator('.answer .strong').waitFor();
  expect(await inspector.locator('.leg-ranks tbody tr').count()).toBe(2);
});

test("with the run's own weights the wings are as in the run, and a weight re-selects without a search", async ({
  workbench,
}) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('tab', { name: 'Wings' }).click();
  await inspector.locator('.saturation').first().waitFor();
  expect(await inspector.locator('.whatif [aria-live]').innerText()).toMatch(/^As in the run/);
  expect(await inspector.getByText('The results are in another order').isVisible()).toBe(false);
  await inspector.getByRole('slider', { name: /relevance over novelty/ }).fill('0');
  expect(await inspector.locator('table.moves tbody tr').count()).toBeGreaterThan(0);
  await workbench.screenshot('inspector-wings');
});

test('the growth of the workspace’s wing is shown without a search of its own', async ({ workbench }) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('tab', { name: 'Growth' }).click();
  const rows = inspector.locator('.growth-row:not(.head)');
  await rows.first().waitFor();
  expect(await rows.count()).toBeGreaterThan(0);
  expect(await rows.first().locator('.num').first().innerText()).toMatch(/^[1-9]/);
  await workbench.screenshot('inspector-growth');
  const file = path.join(workbench.folder, 'growth.csv');
  await inspector.getByRole('button', { name: 'Export', exact: true }).click();
  await inspector.getByRole('button', { name: 'As CSV' }).click();
  await workbench.quickInput.answerFileDialog(file);
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^wing,\d{4}.*\r\n.+,\d+\r\n/u);
  rmSync(file);
});

test('the search is set beside the baseline, every drawer with both its places', async ({ workbench }) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('tab', { name: 'Compare' }).click();
  await inspector.locator('table.run').nth(1).waitFor();
  const slopes = await inspector.locator('.slopes [data-drawer]').count();
  expect(await inspector.locator('tr[data-drawer]').count()).toBe(2 * slopes);
  await inspector.getByRole('combobox', { name: 'Ranking A' }).selectOption({ label: 'cosine only' });
  await inspector.locator('table.run', { hasText: 'A: cosine only' }).waitFor();
  await workbench.screenshot('inspector-compare');
});

test('an opened result is pinned and unpinned where it is', async ({ workbench }) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('tab', { name: 'Results' }).click();
  const first = inspector.locator('li.result').first();
  if ((await first.locator('.row-button').getAttribute('aria-expanded')) === 'false')
    await first.locator('.row-button').click();
  await first.getByRole('button', { name: 'Pin', exact: true }).click();
  await first.locator('.place .icon-pin').waitFor();
  await first.getByRole('button', { name: 'Unpin' }).click();
  await first.locator('.place .icon-pin').waitFor({ state: 'detached' });
});

test('similar drawers are shown under a banner that leads back', async ({ workbench }) => {
  const inspector = await inspectorOf(workbench);
  await inspector.getByRole('tab', { name: 'Results' }).click();
  const first = inspector.locator('li.result').first();
  if ((await first.locator('.row-button').getAttribute('aria-expanded')) === 'false')
    await first.locator('.row-button').click();
  await first.getByRole('button', { name: 'Find similar' }).click();
  await inspector.locator('.banner', { hasText: 'Nearest to' }).waitFor();
  expect(await inspector.locator('li.result').count()).toBeGreaterThan(0);
  await inspector.locator('.banner').getByRole('button', { name: 'Back to the search' }).click();
  await inspector.locator('.banner', { hasText: 'Nearest to' }).waitFor({ state: 'detached' });
});

test('the inspector and its search survive a reload of the window', async ({ workbench }) => {
  const { page } = workbench;
  await page.reload();
  await page.locator('.tab', { hasText: 'Memory Inspector' }).click();
  const inspector = await inspectorOf(workbench);
  // The tab that was open is restored, too, whichever it was.
  await inspector.getByRole('tab', { name: /Results/ }).click();
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
});

test("nothing was refused by the page's policy", ({ workbench }) => {
  expect(
    workbench.console.filter(
      (line) => /Content Security Policy|violates the following/i.test(line) && /inspector/i.test(line),
    ),
  ).toEqual([]);
});
