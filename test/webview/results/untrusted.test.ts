import { expect } from 'vitest';
import { searchResultSchema, type SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { hostileHost, hostileTexts } from '../../fixtures/hostileTexts.ts';
import { awkwardResult, sampleSecret, sensitiveResult } from '../../fixtures/inspector/hardResults.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { tracedResult } from '../../fixtures/inspector/tracedResults.ts';
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

/** Fields that hold what somebody wrote, or what was said about it. */
const written = new Set([
  'text',
  'wing',
  'room',
  'source_file',
  'reason',
  'title',
  'speaker',
  'phase_note',
  'annotations',
  'warnings',
  'terms',
  'also_in',
]);

/** The value with each written text replaced, one hostile text after the other. */
const hostileCopy = (value: unknown, next: () => string, isWritten = false): unknown => {
  if (typeof value === 'string') return isWritten ? next() : value;
  if (Array.isArray(value)) return value.map((item) => hostileCopy(item, next, isWritten));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, hostileCopy(inner, next, written.has(name))]),
  );
};

test('500 hostile texts in every field of a result, in every tab, run nothing, ask for nothing and offer no link', async ({
  inspector,
}) => {
  const { page } = inspector;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const used = new Set<string>();
  let at = 0;
  const next = (): string => {
    const text = hostileTexts[at++ % hostileTexts.length] ?? '';
    used.add(text);
    return text;
  };
  const show = async (result: SearchResult): Promise<void> => {
    await inspector.show(searchResultSchema.parse(hostileCopy(result, next)));
    await inspector.settle();
  };
  const look = async (where: string) => expect(await page.evaluate(foreignNodes), where).toEqual(nothingForeign);
  await inspector.start(tracedResult(now));
  while (used.size < hostileTexts.length) {
    await show(sampleResult(now));
    expect(await page.locator('.result').count()).toBe(10);
    await page.locator('.row-button').first().click();
    await look(`after ${used.size} texts`);
  }
  await show(tracedResult(now));
  for (const tab of ['Trace', 'Wings', 'Compare', 'Timing']) {
    await page.getByRole('tab', { name: tab }).click();
    await inspector.settle();
    await look(tab);
  }
  expect(await page.title()).toBe('Synapse Palace');
  expect(asked.filter((url) => url.includes(hostileHost) || new URL(url).hostname !== '127.0.0.1')).toEqual([]);
});
