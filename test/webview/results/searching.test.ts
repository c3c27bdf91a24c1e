import { expect } from 'vitest';
import { sampleQuery } from '../../fixtures/inspector/drawerTexts.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';

const now = Date.now();

test('Escape cancels a running search, and its late result is dropped', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  const requestId = await inspector.query(sampleQuery);
  await page.keyboard.press('Escape');
  expect(await inspector.lastPosted('cancel')).toEqual({ type: 'cancel', requestId });
  await inspector.send({ type: 'result', requestId, result: sampleResult(now) });
  expect(await page.locator('.result').count()).toBe(0);
});

test('the result of a superseded search is dropped', async ({ inspector }) => {
  await inspector.init();
  const first = await inspector.query('one');
  const second = await inspector.query('two');
  await inspector.send({ type: 'result', requestId: second, result: sampleResult(now) });
  await inspector.send({ type: 'result', requestId: first, result: { ...sampleResult(now), results: [] } });
  expect(await inspector.page.locator('.result').count()).toBe(10);
});

test('a search asked for elsewhere is filled in and run', async ({ inspector }) => {
  await inspector.init();
  await inspector.send({ type: 'showSearch', search: { query: 'tide table', filter: { wing: ['infra'] } } });
  expect(await inspector.page.getByRole('textbox', { name: 'Search this palace' }).inputValue()).toBe(
    'tide table',
  );
  expect((await inspector.lastPosted('search')).search.filter).toEqual({ wing: ['infra'] });
});

test('loading is shown no sooner than 150 ms after the search began, and gives way to the result', async ({
  inspectorAlone: inspector,
}) => {
  const { page } = inspector;
  await page.clock.install();
  await inspector.init();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const requestId = await inspector.query(sampleQuery);
  await page.clock.runFor(149);
  expect(await page.locator('.skeleton').count()).toBe(0);
  await page.clock.runFor(1);
  expect(await page.locator('.skeleton').count()).toBeGreaterThan(0);
  await page.clock.resume();
  await inspector.send({ type: 'result', requestId, result: sampleResult(now) });
  expect(await page.locator('.skeleton').count()).toBe(0);
});

test('a repeated query keeps the results in view while it runs', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('button', { name: 'Explain scores' }).click();
  await page.getByRole('progressbar', { name: 'Searching' }).waitFor();
  expect(await page.locator('.result').count()).toBe(10);
});

test('a reload brings query, filters, tab and open rows back and searches again', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start(result);
  await page.locator('.row-button').nth(2).click();
  await inspector.reload();
  await inspector.init();
  const search = await inspector.lastPosted('search');
  expect(search.search.query).toBe(sampleQuery);
  await inspector.send({ type: 'result', requestId: search.requestId, result });
  expect(await page.locator('.row-button[aria-expanded="true"]').getAttribute('aria-label')).toMatch(/^3\./);
});
