import { expect } from 'vitest';
import { awkwardResult, sampleSecret, sensitiveResult } from '../../fixtures/inspector/hardResults.ts';
import { test } from '../host/inspectorTest.ts';
import { foreignNodes, nothingForeign } from '../host/measurements.ts';

const now = Date.now();

test('a secret is masked wherever its drawer is named, is shown when the keyboard asks for it, and is masked again by the next search', async ({
  inspector,
}) => {
  const { page } = inspector;
  const seen = () => page.evaluate(() => document.documentElement.outerHTML);
  await inspector.start(sensitiveResult(now));
  await page.locator('.row-button[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await inspector.settle();
  expect(await seen()).not.toContain(sampleSecret);
  expect(await page.locator('.detail .text').innerText()).toMatch(/BERTH_DB_PASSWORD=••••/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await inspector.focusedLabel()).toBe('Reveal secrets');
  await page.keyboard.press('Enter');
  expect(await inspector.focusedLabel()).toBe('Mask secrets');
  expect(await page.locator('.detail .text').innerText()).toMatch(new RegExp(sampleSecret));
  expect(await inspector.spoken()).toBe('The text is shown as it was filed.');
  for (const tab of ['Trace', 'Wings', 'Compare', 'Timing']) {
    await page.getByRole('tab', { name: tab }).click();
    await inspector.settle();
    expect(await page.locator('[role=tabpanel]:not([hidden])').innerText(), tab).not.toContain(sampleSecret);
  }
  await page.getByRole('tab', { name: 'Results' }).click();
  await inspector.show(sensitiveResult(now));
  await inspector.settle();
  expect(await seen()).not.toContain(sampleSecret);
});

test('texts of drawers, however hostile, stay text', async ({ inspector }) => {
  await inspector.start(awkwardResult(now));
  await inspector.page.locator('.row-button').first().click();
  await inspector.page.getByRole('button', { name: 'Table' }).click();
  expect(await inspector.page.evaluate(foreignNodes)).toEqual(nothingForeign);
});
