import { expect } from 'vitest';
import { replacedResult } from '../../fixtures/inspector/hardResults.ts';
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

test('a result of a linked palace has that palace’s name, for the eye and the ear', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start({
    ...result,
    results: result.results.map((hit, i) => (i === 1 ? { ...hit, palace: 'gateway' } : hit)),
  });
  const rows = page.locator('.result');
  expect(await rows.filter({ has: page.locator('.badge.palace') }).count()).toBe(1);
  expect(await page.locator('.badge.palace').innerText()).toBe('gateway');
  expect(await page.locator('.row-button[aria-label^="2."]').getAttribute('aria-label')).toContain('gateway');
});

test('in half a window a note’s date is whole, and a short folder leaves no gap behind it', async ({
  inspector,
}) => {
  const { page } = inspector;
  const result = sampleResult(now);
  const [file, note] = [
    present(result.results.find(({ type }) => type === 'file')),
    present(result.results.find(({ type }) => type !== 'file')),
  ];
  const long = 'harbour master '.repeat(9);
  await page.setViewportSize({ width: 640, height: 700 });
  await inspector.start({
    ...result,
    results: [
      { ...file, source_file: 'lib/response.js' },
      { ...note, type: 'decision', source_file: null, text: long, wing: 'harbour', room: 'notes-of-the-harbour' },
    ],
  });
  const rows = page.locator('.result .place');
  expect(await rows.count()).toBe(2);
  const widths = (selector: string): Promise<number[]> =>
    page
      .locator(selector)
      .first()
      .evaluate((span) => [span.scrollWidth, span.getBoundingClientRect().width].map(Math.ceil));
  const [inner, outer] = await Promise.all(
    ['.file-dir bdi', '.file-dir'].map((selector) =>
      rows
        .first()
        .locator(selector)
        .evaluate((span) => Math.ceil(span.getBoundingClientRect().width)),
    ),
  );
  expect(outer).toBe(inner);
  const [needed, given] = await widths('.result .place .dir:not(.file-dir)');
  expect(needed).toBeLessThanOrEqual(given ?? 0);
  expect(await rows.nth(1).locator('.dir').first().innerText()).toMatch(/\d ·$/);
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
  for (const part of ['.where', '.lane .rail', '.moved']) {
    await page.locator('.result').nth(3).locator(part).first().click();
    await inspector.settle();
    expect(await page.locator('.row-button').nth(3).getAttribute('aria-expanded'), part).toBe('true');
    await page.locator('.row-button').nth(3).press('Enter');
    await inspector.settle();
  }
});

test('a rank of three or four digits does not reach into the name beside it', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start(longResult(1000, now));
  for (const width of [1200, 420]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await inspector.settle();
    const ends = await page
      .locator('.result .row')
      .last()
      .evaluate((row) => {
        const rank = document.createRange();
        rank.selectNodeContents(row.querySelector('.rank') ?? row);
        return {
          rank: rank.getBoundingClientRect().right,
          name: row.querySelector('.place')?.getBoundingClientRect().left,
        };
      });
    expect(ends.rank, `at ${width} px`).toBeLessThan(ends.name ?? 0);
  }
});

test('“picked later” stands left of the move against cosine, not under it', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start(sampleResult(now));
  for (const width of [1200, 420]) {
    await page.setViewportSize({ width, height: 900 });
    await inspector.settle();
    const places = await page
      .locator('.result .score')
      .filter({ has: page.locator('.order') })
      .evaluateAll((cells) =>
        cells.map((cell) =>
          ['.order .icon', '.moved > [aria-hidden]'].map((part) => {
            const box = cell.querySelector(part)?.getBoundingClientRect();
            return { left: box?.left ?? NaN, right: box?.right ?? NaN, end: cell.getBoundingClientRect().right };
          }),
        ),
      );
    expect(places.length).toBeGreaterThan(0);
    for (const [icon, move] of places) {
      expect(icon?.right, `at ${width} px`).toBeLessThanOrEqual(move?.left ?? NaN);
      expect(move?.right, `at ${width} px`).toBeLessThanOrEqual((move?.end ?? NaN) + 0.5);
    }
  }
});

test('the mouse over a bar shows why it is there, beside the chart and not over it', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  const chart = page.locator('.result').nth(3).locator('.lane');
  await chart.locator('.family-use .rail').first().hover();
  expect(await page.locator('.tooltip').textContent()).toMatch(
    /^Use \(LTP\) \+\.338×1\.58: opened 6 times in 30 d0\.579 → 0\.917$/,
  );
  const tip = present(await page.locator('.tooltip').boundingBox());
  const drawing = present(await chart.boundingBox());
  expect(tip.y >= drawing.y + drawing.height || tip.y + tip.height <= drawing.y).toBe(true);
  await page.mouse.move(5, 5);
  expect(await page.locator('.tooltip').isVisible()).toBe(false);
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

test('at 1024 and 420 px names of files are whole, and two files of one name are told apart by their folders', async ({
  openInspector,
}) => {
  for (const width of [1024, 420]) {
    const inspector = await openInspector({ width });
    const { page } = inspector;
    await inspector.start(replacedResult(now));
    const places = await page.locator('.result').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [where, dir] = [row.querySelector('.where'), row.querySelector('.file-dir')];
        return where === null || dir === null
          ? []
          : [
              {
                name: where.textContent,
                folder: dir.textContent,
                hidden: where.scrollWidth - where.clientWidth,
                folderRoom: dir.clientWidth,
              },
            ];
      }),
    );
    expect(places.length).toBeGreaterThan(2);
    for (const place of places) expect(place, String(width)).toMatchObject({ hidden: 0 });
    const twins = places.filter(({ name }) => name === 'berthOverlapValidator.ts:41–83');
    expect(twins.map(({ folder }) => folder)).toEqual(['planner/src/berths', 'dashboard/src/widgets/berths']);
    for (const { folderRoom } of twins) expect(folderRoom).toBeGreaterThanOrEqual(40);
  }
});

test('at 320 px every row has its name, of a pinned note of a tier, too', async ({ openInspector }) => {
  const inspector = await openInspector({ width: 320 });
  await inspector.start();
  const names = await inspector.page
    .locator('.result .where')
    .evaluateAll((all) => all.map((where) => where.clientWidth));
  expect(names).toHaveLength(10);
  for (const width of names) expect(width).toBeGreaterThan(60);
});

test('a profile’s long name makes no window scroll sideways', async ({ openInspector }) => {
  const long = 'what-was-filed-lately-'.repeat(12);
  for (const width of [1200, 700, 420]) {
    const inspector = await openInspector({ width });
    await inspector.init({ profiles: { names: ['default', long], current: long } });
    expect(await inspector.page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
  }
});

test('a line has one row also where its number has five or six digits', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  const file = present(result.results.find(({ type }) => type === 'file'));
  for (const start of [9, 98_765, 998_877]) {
    const text = 'one\ntwo\nthree\n';
    await inspector.start({ ...result, results: [{ ...file, rank: 1, text, lines: { start, end: start + 2 } }] });
    const row = page.locator('.row-button').first();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    const heights = await page
      .locator('.text-line')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
    expect(Math.max(...heights), String(start)).toBeLessThan(24);
  }
});

test('in the table, too, two files of one name are told apart', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start(replacedResult(now));
  await page.getByRole('button', { name: 'Table' }).click();
  const names = await page.locator('table.scores tbody th').allTextContents();
  expect(names.slice(1, 3)).toEqual([
    'src/berths/berthOverlapValidator.ts:41–83',
    'widgets/berths/berthOverlapValidator.ts:41–83',
  ]);
});

test('a folded score stays folded after a reload', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button').first().click();
  await page.getByRole('button', { name: 'Score in detail' }).click();
  expect(await page.locator('.staircase').first().isVisible()).toBe(false);
  await inspector.reload();
  await inspector.init();
  await inspector.send({
    type: 'result',
    requestId: (await inspector.lastPosted('search')).requestId,
    result: sampleResult(now),
  });
  expect(await page.locator('.detail').count()).toBe(1);
  expect(await page.locator('.staircase').first().isVisible()).toBe(false);
});

test('an opened file’s text has its line numbers, and is the text all the same', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start(result);
  await page.locator('.row-button').nth(1).click();
  const text = page.locator('.detail .text');
  expect(await text.textContent()).toBe(result.results[1]?.text);
  expect(await text.locator('.text-line').first().getAttribute('data-number')).toBe(
    String(result.results[1]?.lines?.start),
  );
});

test('whatever was found can be opened from its row, a note without a source, too', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  const row = result.results.findIndex(({ type, source_file: file }) => type === 'decision' && file === null);
  await inspector.start(result);
  await page.locator('.row-button').nth(row).click();
  await page.locator('.detail').getByRole('button', { name: 'Open note' }).click();
  expect((await inspector.lastPosted('openSource')).drawerId).toBe(result.results[row]?.drawer_id);
});

test('“?” explains the words of the score in detail', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button').first().click();
  const help = page.getByRole('button', { name: 'What the words mean' }).first();
  expect(await page.locator('.terms:visible').count()).toBe(0);
  await help.click();
  expect(await page.locator('.terms:visible dt').allTextContents()).toEqual(['cosine', 'fusion', 'LTP', 'λ', 'γ']);
  expect(await help.getAttribute('aria-expanded')).toBe('true');
});
