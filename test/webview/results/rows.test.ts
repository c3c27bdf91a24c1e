import { expect } from 'vitest';
import { longResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();

test('a thousand results draw only those near the window, and End reaches the last', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start(longResult(1000, now));
  expect(await page.locator('.result').count()).toBeLessThan(60);
  await page.locator('.row-button[tabindex="0"]').focus();
  await page.keyboard.press('End');
  await inspector.settle();
  expect(await inspector.focusedLabel()).toMatch(/^1000\./);
  expect(await page.locator('.result').count()).toBeLessThan(60);
  const box = present(await page.locator('.row-button[tabindex="0"]').boundingBox());
  expect(box.y).toBeGreaterThanOrEqual(100);
  expect(box.y + box.height).toBeLessThanOrEqual(900);
  await page.keyboard.press('Home');
  await inspector.settle();
  expect(await inspector.focusedLabel()).toMatch(/^1\./);
});

test('rows never overlap, opened or scrolled', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start(longResult(200, now));
  for (const rank of ['1.', '3.', '4.']) {
    await page.locator(`.row-button[aria-label^="${rank}"]`).click();
    await inspector.settle();
  }
  for (const y of [0, 700, 5000, 1e6]) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await inspector.settle();
    const gaps = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll<HTMLElement>('.result')]
        .map((row) => ({ index: Number(row.dataset['index']), box: row.getBoundingClientRect() }))
        .sort((a, b) => a.index - b.index);
      return boxes
        .flatMap(({ index, box }, place) => {
          const next = boxes[place + 1];
          return next?.index === index + 1 ? [next.box.top - box.bottom] : [];
        })
        .filter((gap) => Math.abs(gap) > 0.6);
    });
    expect(gaps).toEqual([]);
  }
});

test('a click on what stands over a row opens it, tooltips notwithstanding', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  for (const part of ['.where', '.hit', '.moved']) {
    await page.locator('.result').nth(3).locator(part).first().click();
    await inspector.settle();
    expect(await page.locator('.row-button').nth(3).getAttribute('aria-expanded'), part).toBe('true');
    await page.locator('.row-button').nth(3).press('Enter');
    await inspector.settle();
  }
});

test('the mouse over a bar shows why it is there, beside the chart and not over it', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  const chart = page.locator('.result').nth(3).locator('.ledger');
  await chart.locator('.family-use .hit').first().hover();
  expect(await page.locator('.tooltip').textContent()).toMatch(
    /^Use \(LTP\) \+\.338×1\.58: opened 6 times in 30 d0\.579 → 0\.917$/,
  );
  const tip = present(await page.locator('.tooltip').boundingBox());
  const drawing = present(await chart.boundingBox());
  expect(tip.y >= drawing.y + drawing.height || tip.y + tip.height <= drawing.y).toBe(true);
  await page.mouse.move(5, 5);
  expect(await page.locator('.tooltip').isVisible()).toBe(false);
});

test('the copied table has every number at full precision', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Copy at full precision' }).click();
  const { text } = await inspector.lastPosted('copyText');
  const [head = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  expect(rows.length).toBe(10);
  for (const [index, row] of rows.entries()) {
    const { score, score_events: events } = present(sampleResult(now).results[index]);
    expect(Number(row[head.indexOf('final')])).toBe(score);
    for (const { phase, delta } of present(events)) expect(Number(row[head.indexOf(phase)])).toBe(delta);
  }
});

test('the text of an opened row starts at its first match', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  const first = present(result.results[0]);
  const filler = Array.from({ length: 80 }, (_, line) => `line ${line} of nothing`).join('\n');
  const [term] = result.pipeline_trace.terms;
  await inspector.start({
    ...result,
    results: [{ ...first, text: `${filler}\nhere is ${term} at last\n${filler}` }, ...result.results.slice(1)],
  });
  await page.locator('.row-button').first().click();
  await inspector.settle();
  const text = page.locator('.detail .text').first();
  const [box, mark] = [await text.boundingBox(), await text.locator('mark').first().boundingBox()];
  expect(present(mark).y).toBeGreaterThanOrEqual(present(box).y);
  expect(present(mark).y).toBeLessThan(present(box).y + 80);
});
