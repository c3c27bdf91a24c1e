import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { tracedResult } from '../../fixtures/inspector/tracedResults.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();
const number = (text: string | undefined): number => Number(text?.replace('−', '-').replaceAll(',', ''));

/** Rows of the list of places that the weights move: what becomes of each drawer. */
const moves = (page: Page) =>
  page.locator('table.moves tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      kind: row.className,
      title: row.querySelector('th')?.textContent,
      by: row.querySelector('.by [aria-hidden]')?.textContent ?? undefined,
    })),
  );

test('the shares drawn are the shares of the table, and each pick is filled in one wing', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Wings', tracedResult(now));
  await page.getByText('The same as a table').click();
  const drawn = await page
    .locator('.saturation')
    .evaluateAll((charts) =>
      charts.map((chart) => [...chart.querySelectorAll('text')].map((text) => text.textContent ?? '')),
    );
  expect(
    drawn
      .flat()
      .map((label) => Number(label.slice(1)))
      .sort((a, b) => a - b),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const rows = await page
    .locator('.wing-numbers tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
  expect(rows.reduce((sum, cells) => sum + number(cells[2]), 0)).toBe(10);
  const words = await page
    .locator('.wing-row .sr-only')
    .evaluateAll((nodes) => nodes.map((node) => node.textContent));
  for (const [index, [drawers, share, results]] of rows.entries())
    expect(
      words[2 * index]?.startsWith(
        `${drawers} drawers, ${share} of the palace; ${results} ${results === '1' ? 'result' : 'results'}, `,
      ),
      words[2 * index] ?? '',
    ).toBe(true);
});

test('one wing is counted in the singular', async ({ inspector }) => {
  const traced = tracedResult(now);
  const selection = present(traced.selection_trace);
  const candidates = selection.candidates.map((candidate) => ({ ...candidate, wing: 'planner' }));
  const selection_trace = { ...selection, candidates, wing_counts: { planner: 8112 } };
  await inspector.startIn('Wings', { ...traced, selection_trace });
  expect(await inspector.page.locator('.whatif [aria-live]').textContent()).toBe(
    'As in the run: 1 of 1 wing present.',
  );
});

test('wings without a row are counted below the chart, not among its rows', async ({ inspector }) => {
  const traced = tracedResult(now);
  const selection = present(traced.selection_trace);
  const idle = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`idle ${index}`, 1]));
  const wing_counts = { ...selection.wing_counts, ...idle };
  await inspector.startIn('Wings', { ...traced, selection_trace: { ...selection, wing_counts } });
  const { page } = inspector;
  expect(await page.locator('#panel p', { hasText: 'more wings' }).textContent()).toMatch(
    /^\d+ more wings with \d+ drawers: none of them picked\.$/,
  );
  expect(await page.getByRole('table').getByRole('paragraph').count()).toBe(0);
});

test('the keyboard moves γ, the list follows at once, “Back to the run” returns, and no search is made', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Wings', tracedResult(now));
  const before = await moves(page);
  expect(before.every(({ by }) => by === '')).toBe(true);
  await page.getByRole('slider', { name: /wing diversity/ }).focus();
  await page.keyboard.press('Home');
  await page.getByRole('slider', { name: /relevance/ }).focus();
  await page.keyboard.press('End');
  const after = await moves(page);
  expect(after.filter(({ by }) => by === 'in').length).toBe(after.filter(({ kind }) => kind === 'out').length);
  expect(after.some(({ by }) => /^[▲▼]/u.test(by ?? ''))).toBe(true);
  expect(await page.locator('.whatif [aria-live]').textContent()).toMatch(
    /^\d+ replaced, \d+ places differ; \d of 5 wings present\.$/u,
  );
  await page.getByRole('button', { name: 'Back to the run' }).click();
  expect(await moves(page)).toEqual(before);
  expect(await inspector.countPosted('search')).toBe(1);
});

test('“Search with these values” searches with them; the banner and the profile take them back', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Wings', tracedResult(now));
  await page.getByRole('slider', { name: /wing diversity/ }).fill('0.8');
  await page.getByRole('button', { name: 'Search with these values' }).click();
  const asked = await inspector.lastPosted('search');
  expect(asked.search.overrides).toEqual({ mmr_lambda: 0.7, wing_diversity_weight: 0.8 });
  await inspector.send({ type: 'result', requestId: asked.requestId, result: tracedResult(now) });
  expect(await page.locator('.banner-text').textContent()).toMatch(/λ = 0\.70, γ = 0\.80/);
  await page.getByRole('button', { name: 'Back to the profile’s values' }).click();
  expect((await inspector.lastPosted('search')).search.overrides).toBe(undefined);
  await inspector.expectUnderstood();
});

test('where weights change the order, slopes lead from the run’s places to the places now, row by row', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Wings', tracedResult(now));
  expect(await page.locator('.crossings .slope.same').count()).toBe(10);
  await page.getByRole('slider', { name: /relevance over novelty/ }).fill('0');
  const kinds = (await moves(page)).map(({ kind }) => kind);
  const drawn = await page
    .locator('.crossings [data-drawer]')
    .evaluateAll((slopes) => slopes.map((slope) => slope.querySelectorAll('circle')[1]?.getBoundingClientRect()));
  const rows = await page
    .locator('table.moves tbody tr')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect()));
  expect(drawn).toHaveLength(kinds.length);
  expect(await page.locator('.crossings .slope.gone').count()).toBe(kinds.filter((kind) => kind === 'out').length);
  const middles = drawn.map((dot) => (dot === undefined ? 0 : dot.top + dot.height / 2)).sort((a, b) => a - b);
  for (const [index, { top, bottom }] of rows.entries()) {
    expect(middles[index]).toBeGreaterThan(top);
    expect(middles[index]).toBeLessThan(bottom);
  }
});

test('a palace of one wing says so in place of shares that would all be 100 %', async ({ inspector }) => {
  const { page } = inspector;
  const traced = tracedResult(now);
  const selection = present(traced.selection_trace);
  await inspector.startIn('Wings', {
    ...traced,
    selection_trace: {
      ...selection,
      candidates: selection.candidates.map((one) => ({ ...one, wing: 'harbor' })),
      wing_counts: { harbor: 83 },
    },
  });
  expect(await page.getByText('All drawers are in one wing, harbor').count()).toBe(1);
  expect(await page.locator('.saturation').count()).toBe(0);
  expect(await page.locator('table.moves tbody tr').count()).toBe(10);
});
