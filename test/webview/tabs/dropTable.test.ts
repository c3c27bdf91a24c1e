import { expect } from 'vitest';
import { tracedResult } from '../../fixtures/inspector/tracedResults.ts';
import type { InspectorPage } from '../host/inspectorPage.ts';
import { test } from '../host/inspectorTest.ts';

const openTrace = (inspector: InspectorPage): Promise<string> =>
  inspector.startIn('Trace', {
    ...tracedResult(Date.now()),
    candidate_trace: Array.from({ length: 500 }, (_, index) => ({
      drawer_id: `drawer_${index}`,
      dropped_at: 'cut',
      reason: `place ${index}`,
      score: 1 - index / 500,
      wing: 'planner',
      title: `src/a.ts:${index}–${index + 1}`,
    })),
  });

test('an open drop pushes those below it down, and none overlap', async ({ inspector }) => {
  const { page } = inspector;
  await openTrace(inspector);
  await page.locator('.drop .disclose').nth(1).click();
  await inspector.settle();
  const boxes = await page.locator('.drop-body > .drop').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  const [first, opened, next] = boxes;
  expect((opened?.bottom ?? 0) - (opened?.top ?? 0)).toBeGreaterThan(
    2 * ((first?.bottom ?? 0) - (first?.top ?? 0)),
  );
  expect(Math.abs((next?.top ?? 0) - (opened?.bottom ?? 0))).toBeLessThan(0.6);
});

test('the focused drop keeps the focus when it is scrolled away, and the arrows go on from there', async ({
  inspector,
}) => {
  const { page } = inspector;
  await openTrace(inspector);
  await page.locator('.disclose[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.drop-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await inspector.settle();
  expect(await inspector.focusedText()).toBe('a.ts:1–2');
  await page.keyboard.press('ArrowDown');
  await inspector.settle();
  expect(await inspector.focusedText()).toBe('a.ts:2–3');
  expect(await page.locator('.drop-scroll').evaluate((box) => box.scrollTop)).toBeLessThan(100);
});

test('a button in an open drop keeps the focus when it is scrolled away, also with another one opened after it', async ({
  inspector,
}) => {
  const { page } = inspector;
  await openTrace(inspector);
  await page.locator('.drop .disclose').nth(1).click();
  await page.locator('.drop .disclose').nth(2).click();
  await page.getByRole('button', { name: 'Open source' }).first().focus();
  await page.locator('.drop-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await inspector.settle();
  expect(await inspector.focusedText()).toBe('Open source');
  await page.keyboard.press('Shift+Tab');
  expect(await inspector.focusedText()).toBe('a.ts:1–2');
});

test('sorting keeps the focus among the drops, on the first one', async ({ inspector }) => {
  const { page } = inspector;
  await openTrace(inspector);
  await page.locator('.disclose[tabindex="0"]').focus();
  await page.keyboard.press('End');
  // The click goes past the mouse, so that it takes no focus.
  await page.getByRole('button', { name: /^Score/ }).dispatchEvent('click');
  expect(await inspector.focusedText()).toBe('a.ts:499–500');
  expect(await page.locator('.disclose[tabindex="0"]').count()).toBe(1);
});

test('a drop goes by its file’s name, and by its folder where another file is called the same', async ({
  inspector,
}) => {
  const { page } = inspector;
  const titles = ['src/export/index.ts:1–9', 'src/import/index.ts:1–9', 'docs/guides/tides.md:3–4'];
  await inspector.startIn('Trace', {
    ...tracedResult(Date.now()),
    candidate_trace: titles.map((title, index) => ({
      drawer_id: `drawer_${index}`,
      dropped_at: 'cut',
      reason: `place ${index}`,
      score: 1 - index / 10,
      wing: 'planner',
      title,
    })),
  });
  expect(await page.locator('.drop .disclose').allInnerTexts()).toEqual([
    'export/index.ts:1–9',
    'import/index.ts:1–9',
    'tides.md:3–4',
  ]);
});
