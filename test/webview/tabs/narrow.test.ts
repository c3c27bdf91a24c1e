import { expect } from 'vitest';
import { tracedResult } from '../../fixtures/inspector/tracedResults.ts';
import { layoutFaults } from '../host/measurements.ts';
import { test } from '../host/inspectorTest.ts';
import { resultStates } from '../states/resultStates.ts';
import { tabStates } from '../states/tabStates.ts';

const states = { ...resultStates, ...tabStates };
const seen = ['open', 'table', 'filters', 'timing', 'whatif', 'growth', 'trace-whynot', 'compare'];

test('in a column of 320 px no tab makes the page scroll sideways', async ({ openInspector }) => {
  const wider: Record<string, number> = {};
  for (const name of seen) {
    const inspector = await openInspector();
    await states[name]?.(inspector);
    await inspector.changeView({ width: 320 });
    const { sideways } = await inspector.page.evaluate(layoutFaults);
    if (sideways !== 0) wider[name] = sideways;
  }
  expect(wider).toEqual({});
});

test('a word of any length in a warning, a remark or a drawer’s name makes no tab scroll sideways', async ({
  openInspector,
}) => {
  const inspector = await openInspector({ width: 320 });
  const word = 'overlap'.repeat(60);
  const result = tracedResult(0);
  const results = result.results.map((hit) => ({ ...hit, source_file: null, text: word, annotations: [word] }));
  await inspector.start({ ...result, warnings: [word], results });
  await inspector.page.locator('.row-button').first().click();
  const sideways = async (): Promise<number> => (await inspector.page.evaluate(layoutFaults)).sideways;
  expect(await sideways()).toBe(0);
  await inspector.page.getByRole('tab', { name: 'Compare' }).click();
  const { requestId } = await inspector.lastPosted('rank');
  await inspector.send({
    type: 'ranking',
    requestId,
    result: { ...result, results: results.toReversed().map((hit, index) => ({ ...hit, rank: index + 1 })) },
  });
  expect(await inspector.page.locator('.view-compare [aria-live]').innerText()).toContain(word.slice(0, 60));
  expect(await sideways()).toBe(0);
  await inspector.page.getByRole('tab', { name: 'Results' }).click();
  const failed = await inspector.query('anew');
  await inspector.send({ type: 'error', requestId: failed, code: 'E_QUERY_FIELD', message: word, remedy: word });
  expect(await inspector.page.locator('.message').innerText()).toContain(word);
  expect(await sideways()).toBe(0);
});

test('in a column of 400 px the compared rankings are named whole, and what does not fit ends in “…”', async ({
  openInspector,
}) => {
  const inspector = await openInspector({ language: 'de' });
  const { page } = inspector;
  await inspector.init();
  const box = page.getByRole('textbox').first();
  await box.fill('Retry');
  await box.press('Enter');
  const { requestId } = await inspector.lastPosted('search');
  await inspector.send({ type: 'result', requestId, result: tracedResult(0) });
  await inspector.changeView({ width: 400 });
  await page.getByRole('tab', { name: 'Vergleich' }).click();
  const cut = await page.locator('.compare-tools select').evaluateAll((selects) =>
    selects.flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const context = document.createElement('canvas').getContext('2d');
      const name = select instanceof HTMLSelectElement ? (select.selectedOptions[0]?.text ?? '') : '';
      if (context === null || name === '') return ['nothing is chosen'];
      context.font = font;
      const arrow = 20;
      const needed = context.measureText(name).width + parseFloat(paddingLeft) + parseFloat(paddingRight) + arrow;
      return needed <= select.clientWidth ? [] : [name];
    }),
  );
  expect(cut).toEqual([]);
  const placeholder = page.locator('vscode-text-field');
  await expect.poll(() => placeholder.getAttribute('placeholder')).toBe('Diesen Palast durchsuchen');
  await inspector.changeView({ width: 700 });
  await expect.poll(() => placeholder.getAttribute('placeholder')).toMatch(/^Gedächtnis durchsuchen; .*Wörter"$/u);
  await inspector.changeView({ width: 400 });
  const endings = await page.evaluate(() => {
    const box = document.querySelector('vscode-text-field')?.shadowRoot?.querySelector('input');
    return [box, document.querySelector('.search select')].map((at) =>
      at instanceof Element ? getComputedStyle(at).textOverflow : null,
    );
  });
  expect(endings).toEqual(['ellipsis', 'ellipsis']);
  for (const [tab, heads] of [
    ['Ablauf', '.drop-head [role=columnheader]:visible, .stages thead th'],
    ['Flügel', '.moves thead th'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const wide = await page
      .locator(heads)
      .evaluateAll((cells) =>
        cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
      );
    expect(wide, tab).toEqual([]);
  }
  await page.getByRole('tab', { name: 'Ablauf' }).click();
  const broken = await page.locator('.stages .why').evaluateAll((cells) =>
    cells.flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? '').matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        if (text === null) return [];
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      }),
    ),
  );
  expect(broken).toEqual([]);
});

test('in such a column the name of each filter is one line, in German too', async ({ openInspector }) => {
  for (const [language, name] of [
    ['en', 'Filters'],
    ['de', 'Filter'],
  ] as const) {
    const inspector = await openInspector({ language, width: 400 });
    await inspector.init();
    await inspector.page.getByRole('button', { name, exact: true }).click();
    const lines = await inspector.page
      .locator('.filter > span')
      .evaluateAll((names) => names.map((each) => [each.textContent, each.getBoundingClientRect().height < 30]));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(([, isOne]) => isOne !== true)).toEqual([]);
    expect((await inspector.page.evaluate(layoutFaults)).sideways).toBe(0);
  }
});

test('in such a column “?” stands in the line of Export', async ({ openInspector }) => {
  const inspector = await openInspector({ width: 400 });
  const { page } = inspector;
  await inspector.start(tracedResult(0));
  await page.locator('.row-button').first().click();
  const help = await page
    .locator('.score-detail')
    .getByRole('button', { name: 'What the words mean' })
    .boundingBox();
  const menu = await page.locator('.score-detail').getByRole('button', { name: 'Export' }).boundingBox();
  const middle = ({ y, height }: { y: number; height: number }): number => y + height / 2;
  expect(Math.abs(middle(help ?? { y: 0, height: 0 }) - middle(menu ?? { y: 99, height: 0 }))).toBeLessThan(2);
});

test('in such a column nothing of a table of the trace is cut off', async ({ openInspector }) => {
  const inspector = await openInspector();
  await tabStates['trace-whynot']?.(inspector);
  await inspector.changeView({ width: 320 });
  const hidden = await inspector.page
    .locator('.stages, .leg-ranks')
    .evaluateAll((tables) =>
      tables.map(({ parentElement: held }) => (held === null ? null : held.scrollWidth - held.clientWidth)),
    );
  expect(hidden).toEqual([0, 0]);
});

test('in such a column the numbers of an axis stand apart, however long the search took', async ({
  openInspector,
}) => {
  const inspector = await openInspector({ width: 320 });
  const result = tracedResult(0);
  const gaps: number[] = [];
  for (const [at, milliseconds] of [12.8, 128, 1280, 12_800].entries()) {
    const slow = {
      ...result,
      pipeline_trace: {
        ...result.pipeline_trace,
        elapsed_ms: milliseconds,
        phase_timing_ms: { ...result.pipeline_trace.phase_timing_ms, embedding: milliseconds },
      },
    };
    if (at === 0) await inspector.startIn('Timing', slow);
    else await inspector.send({ type: 'result', requestId: await inspector.query(`number ${at}`), result: slow });
    const edges = await inspector.page.locator('#panel svg.axis text').evaluateAll((texts) =>
      texts.map((text) => {
        const { left, right } = text.getBoundingClientRect();
        return { left, right };
      }),
    );
    expect(edges.length).toBeGreaterThan(1);
    for (const [place, { left }] of edges.slice(1).entries()) gaps.push(left - (edges[place]?.right ?? left));
  }
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
});
