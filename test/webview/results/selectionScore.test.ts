import { expect } from 'vitest';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { dayOf } from '../../../webview/text/provenance.ts';
import { pictureFile, test } from '../host/inspectorTest.ts';

test('the numbers beside the results fall from the first to the last, though scores rise', async ({
  inspector,
}) => {
  const { page } = inspector;
  const result = sampleResult(Date.now());
  expect(result.results.some(({ score }, i) => score > (result.results[i - 1]?.score ?? Infinity))).toBe(true);
  await inspector.start(result);
  const shown = (await page.locator('.result .score strong').allTextContents()).map(Number);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual([...shown].sort((a, b) => b - a));
});

test('an opened result tells what it was picked by, term by term', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(Date.now());
  await inspector.start(result);
  const at = result.results.findIndex(({ selection_events: terms }) =>
    terms?.some(({ phase }) => phase === 'held_back'),
  );
  await page.locator('.row-button').nth(at).click();
  await inspector.settle();
  const table = page.getByRole('table', { name: 'Selection score, step by step' });
  expect(await table.getByRole('rowheader').allTextContents()).toEqual([
    'Relevance',
    'Held back',
    'Selection score',
  ]);
  const running = await table.locator('.running').allTextContents();
  await page.screenshot({ path: pictureFile('selection score') });
  expect(running.at(-1)).toBe(await page.locator('.result .score strong').nth(at).textContent());
});

test('results can be sorted by date or importance, which then stand beside them', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(Date.now());
  await inspector.start(result);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'newest first' });
  const { requestId, search } = await inspector.lastPosted('search');
  expect(search.sortBy).toBe('recency');
  await inspector.send({ type: 'result', requestId, result: { ...result, sort_by: 'recency' } });
  expect(await page.locator('.result .score strong').first().textContent()).toBe(
    dayOf(result.results[0]?.filed_at ?? ''),
  );
  await page.screenshot({ path: pictureFile('sorted by date') });
});
