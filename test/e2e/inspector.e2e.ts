import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { quickPickRows, runCommand, typeQuickInput } from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { webviewDocument } from './host/webviewDocument.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());
const query = 'repeat a failed call with exponential backoff';

const inspectorOf = (page: Page): Promise<FrameLocator> => webviewDocument(page, '#inspector');
const number = (text: string): number => Number(text.replace('−', '-').replace('+', ''));

/** Opens the inspector on the query from the search's row, as a person does. */
const explain = async (page: Page): Promise<FrameLocator> => {
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, query);
  const row = quickPickRows(page, 'retry.js').first();
  await row.waitFor();
  await row.hover();
  await row.getByRole('button', { name: 'Explain the Ranking' }).click();
  return inspectorOf(page);
};

test('a result\'s “Explain the Ranking” opens the inspector on the same search', async ({ workbench }) => {
  const { page } = workbench;
  await mineFromPalette(page);
  const inspector = await explain(page);
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
  expect(await inspector.locator('li.result').first().innerText()).toContain('retry.js');
});

test('the steps of every waterfall add up to the score that is shown', async ({ workbench }) => {
  const { page } = workbench;
  const inspector = await inspectorOf(page);
  const results = inspector.locator('li.result');
  const count = await results.count();
  expect(count).toBeGreaterThan(1);
  for (let index = 0; index < Math.min(count, 4); index++) {
    const result = results.nth(index);
    await result.locator('.row-button').click();
    const table = result.locator('table.staircase');
    await table.waitFor();
    const changes = (await table.locator('tbody td.delta').allInnerTexts()).filter((text) => text.trim() !== '').map(number);
    const final = number(await table.locator('tr.total td.running').innerText());
    const thousandths = changes.reduce((sum, change) => sum + Math.round(change * 1000), 0);
    expect(thousandths).toBe(Math.round(final * 1000));
    expect(number(await result.locator('.score strong').innerText())).toBe(final);
    expect(await table.locator('tbody svg .block').count()).toBe(changes.length);
    if (index === 0) await workbench.screenshot('inspector');
    await result.locator('.row-button').click();
  }
});

test('the source of a result opens at its lines', async ({ workbench }) => {
  const { page } = workbench;
  const inspector = await inspectorOf(page);
  const first = inspector.locator('li.result', { hasText: 'retry.js' }).first();
  await first.locator('.row-button').click();
  await first.getByRole('button', { name: /^Open (source|file)/i }).first().click();
  await page.locator('.tab.active', { hasText: 'retry.js' }).waitFor();
  await page.locator('.statusbar-item', { hasText: /\(\d+ selected\)/ }).waitFor();
});

test('asked for again, the same inspector comes back with its search', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Search with Explained Ranking');
  const inspector = await inspectorOf(page);
  await inspector.locator('li.result').first().waitFor();
  expect(await page.locator('.tab', { hasText: 'Memory Inspector' }).count()).toBe(1);
});

test('the inspector and its search survive a reload of the window', async ({ workbench }) => {
  const { page } = workbench;
  await page.reload();
  await page.locator('.tab', { hasText: 'Memory Inspector' }).click({ timeout: 60_000 });
  const inspector = await inspectorOf(page);
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor({ timeout: 60_000 });
});

test('nothing was refused by the page\'s policy', ({ workbench }) => {
  expect(workbench.console.filter((line) => /Content Security Policy|violates the following/i.test(line) && /inspector/i.test(line))).toEqual([]);
});
