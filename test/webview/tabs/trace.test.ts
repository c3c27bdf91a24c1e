import { expect } from 'vitest';
import { manyReasons, tracedResult, whyNotAnswer } from '../../fixtures/inspector/tracedResults.ts';
import type { SearchResult, WhyNot } from '../../../extension/palace/contract/search/searchResult.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();
const number = (text: string | undefined): number => Number(text?.replace('−', '-').replaceAll(',', ''));

test('what the chart says leaves is what the table says, and nothing is lost on the way', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Trace', tracedResult(now));
  await page.getByText('The same as a table').click();
  const rows = await page
    .locator('.stages tbody tr')
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent ?? '')));
  for (const [index, [, into, out, dropped]] of rows.entries()) {
    expect(number(into) + number(dropped || '0')).toBe(number(out));
    if (index > 0) expect(into).toBe(rows[index - 1]?.[2]);
  }
  const labels = await page.locator('.flow .leaving text').allTextContents();
  const why = rows.map((cells) => cells[4]).join(', ');
  for (const label of labels) {
    const [, count, name] = present(/^−([\d,]+) (.+)$/u.exec(label));
    expect(why.includes(`${name} ${count}`), `${label} in ${why}`).toBe(true);
  }
  expect(labels.some((label) => label.includes('…'))).toBe(false);
});

const ofSteps = {
  en: {
    steps: ['Matching', 'Fusion', 'Use (LTP)', 'Lifecycle cap', 'Selection'],
    after: '14 after Matching',
  },
  de: {
    steps: ['Abgleich', 'Fusion', 'Verwendung (LTP)', 'Grenze des Lebenslaufs', 'Auswahl'],
    after: '14 nach Abgleich',
  },
};

test('in chart and table a step has its full name, as in the tab Timing and in the reader’s language', async ({
  openInspector,
}) => {
  const kept = (phase: string) => ({ phase, in: 14, out: 14, dropped: {} });
  const flow: SearchResult['flow'] = [
    { phase: 'legs', in: 15, out: 14, dropped: { no_match: 1 } },
    ...['fusion', 'ltp', 'lifecycle_cap'].map(kept),
    { phase: 'selection', in: 14, out: 13, dropped: { cut: 1 } },
  ];
  const traced = tracedResult(now);
  for (const language of ['en', 'de'] as const) {
    const inspector = await openInspector({ language });
    await inspector.init();
    await inspector.send({ type: 'showSearch', search: { query: 'tide' } });
    const { requestId } = await inspector.lastPosted('search');
    const result = { ...traced, flow, pipeline_trace: { ...traced.pipeline_trace, total_candidates_in: 14 } };
    await inspector.send({ type: 'result', requestId, result });
    await inspector.page.locator('#tab-trace').click();
    const { steps, after } = ofSteps[language];
    expect(await inspector.page.locator('.stages tbody th').allTextContents()).toEqual(steps);
    const drawn = await inspector.page.locator('.flow text').allTextContents();
    expect(drawn).toContain(after);
    expect(drawn).toContain(steps.slice(1, -1).join(', '));
  }
});

test('labels of many reasons do not overlap', async ({ inspector }) => {
  await inspector.startIn('Trace', manyReasons(now));
  const boxes = await inspector.page
    .locator('.flow .leaving text')
    .evaluateAll((nodes) =>
      nodes
        .map((node) => node.getBoundingClientRect())
        .map(({ top, bottom, left, right }) => ({ top, bottom, left, right })),
    );
  expect(boxes.length).toBe(8);
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left || b.right <= a.left).toBe(true);
});

test('drops are filtered, sorted and opened from the keyboard; only rows near the window exist', async ({
  inspector,
}) => {
  const { page } = inspector;
  const traced = tracedResult(now);
  const many = Array.from({ length: 5000 }, (_, index) => ({
    drawer_id: `drawer_${index}`,
    dropped_at: 'cut',
    reason: `place ${index}`,
    score: 1 - index / 5000,
    wing: 'planner',
    title: `src/a.ts:${index}–${index + 1}`,
  }));
  await inspector.startIn('Trace', { ...traced, candidate_trace: many });
  expect(await page.locator('.drop').count()).toBeLessThan(80);
  expect(await page.getByRole('table', { name: 'Dropped candidates' }).getAttribute('aria-rowcount')).toBe('5001');
  await page.locator('.disclose[tabindex="0"]').focus();
  expect(await page.locator('.disclose[tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('End');
  await inspector.settle();
  expect(await inspector.focusedText()).toBe('a.ts:4999–5000');
  expect(await page.locator('.drop').count()).toBeLessThan(80);
  await page.keyboard.press('Enter');
  await inspector.settle();
  expect(await page.locator('.drop-detail:visible').textContent()).toMatch(/^place 4999/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await inspector.settle();
  expect(await inspector.focusedText()).toBe('a.ts:0–1');
  await page.getByRole('button', { name: /^Score/ }).click();
  expect(await page.getByRole('columnheader', { name: /^Score/ }).getAttribute('aria-sort')).toBe('ascending');
  expect(await page.locator('.drop[data-index="0"] .disclose').textContent()).toBe('a.ts:4999–5000');
  await page.getByRole('searchbox', { name: 'Filter dropped candidates' }).fill('place 123');
  expect(await page.locator('.drops [role=status]').textContent()).toBe('11 of 5,000');
  await page.getByRole('searchbox', { name: 'Filter dropped candidates' }).fill('nothing like it');
  expect(await page.getByText('No dropped candidate matches.').isVisible()).toBe(true);
});

test('why-not asks for an ID, a path or a text, shows verdict, rulers and fixes, and says what failed', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Trace', tracedResult(now));
  await page.getByRole('textbox', { name: /Drawer: ID/ }).fill('sessionLimits.ts:14–40');
  await page.keyboard.press('Enter');
  const asked = await inspector.lastPosted('whyNot');
  expect(asked.drawer).toBe('sessionLimits.ts:14–40');
  await inspector.send({
    type: 'whyNot',
    requestId: 'another',
    answer: { ...whyNotAnswer, reason: 'not this one' },
  });
  expect(await page.locator('.answer').textContent()).toBe('Looking…');
  await inspector.send({ type: 'whyNot', requestId: asked.requestId, answer: whyNotAnswer });
  expect(await page.locator('.answer').textContent()).toMatch(/^It was not among the candidates\./);
  expect(await page.locator('.leg-ranks tbody td.num').allTextContents()).toEqual(['212 / 50', '61 / 50', '–']);
  expect(
    await page
      .locator('.ruler')
      .evaluateAll((rulers) =>
        rulers.map((ruler) => [...ruler.querySelectorAll('circle')].map((dot) => dot.getAttribute('class'))),
      ),
  ).toEqual([['at'], ['at'], []]);
  expect(await page.locator('.fixes li').count()).toBe(2);
  expect(await page.locator('.answer').evaluate((box) => box.getBoundingClientRect().bottom <= innerHeight)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Ask' }).click();
  await inspector.send({
    type: 'error',
    requestId: (await inspector.lastPosted('whyNot')).requestId,
    code: 'E_DRAWER_NOT_FOUND',
    message: 'No such drawer.',
    remedy: 'Look again.',
  });
  expect(await page.locator('.answer').textContent()).toMatch(/No such drawer\.Look again\.E_DRAWER_NOT_FOUND/);
  await page.locator('.drop .disclose').first().click();
  await page.locator('.drop-detail:visible').getByRole('button', { name: 'Why isn’t it here?' }).click();
  expect((await inspector.lastPosted('whyNot')).drawer).toMatch(/^drawer_/);
  await inspector.expectUnderstood();
});

test('a remedy is a button that makes the change and shows its results', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.startIn('Trace', tracedResult(now));
  const answered = async (changes: WhyNot['changes']): Promise<void> => {
    await page.getByRole('tab', { name: 'Trace' }).click();
    await page.getByRole('textbox', { name: /Drawer: ID/ }).fill('a.ts');
    await page.keyboard.press('Enter');
    const { requestId } = await inspector.lastPosted('whyNot');
    await inspector.send({ type: 'whyNot', requestId, answer: { ...whyNotAnswer, changes } });
  };
  const [first = '', second = ''] = whyNotAnswer.fixes;
  await answered([{ overrides: { candidate_pool_multiplier: 3 } }, null]);
  expect(await page.locator('.fixes li').nth(1).getByRole('button').count()).toBe(0);
  expect(await page.locator('.fixes li').nth(1).textContent()).toBe(second);
  await page.getByRole('button', { name: first }).click();
  const { search, requestId } = await inspector.lastPosted('search');
  expect(search.overrides).toEqual({ candidate_pool_multiplier: 3 });
  await inspector.send({ type: 'result', requestId, result: tracedResult(now) });
  expect(await page.getByRole('tab', { name: 'Results' }).getAttribute('aria-selected')).toBe('true');
  expect(await page.locator('.banner').textContent()).toContain('Ranked with candidate_pool_multiplier = 3');
  await answered([{ palace: 'rebuild_embeddings' }, { add: 'path:a.ts' }]);
  await page.getByRole('button', { name: first }).click();
  expect(await inspector.lastPosted('runCommand')).toEqual({ type: 'runCommand', command: 'rebuildEmbeddings' });
  await page.getByRole('button', { name: second }).click();
  expect((await inspector.lastPosted('search')).search.query).toMatch(/ path:a\.ts$/);
  await inspector.expectUnderstood();
});

test('one drawer that matches, and one place, are counted in the singular', async ({ inspector }) => {
  await inspector.startIn('Trace', tracedResult(now));
  await inspector.page.getByRole('textbox', { name: /Drawer: ID/ }).fill('sessionLimits.ts');
  await inspector.page.keyboard.press('Enter');
  const { requestId } = await inspector.lastPosted('whyNot');
  const leg_ranks = {
    lexical: { rank: null, matched: 1, depth: 1 },
    dense: { rank: 51, matched: 8112, depth: 50 },
  };
  await inspector.send({ type: 'whyNot', requestId, answer: { ...whyNotAnswer, leg_ranks } });
  expect(await inspector.page.locator('.leg-ranks td:last-child').allTextContents()).toEqual([
    '1 drawer matches, this one doesn’t',
    '1 place too low',
  ]);
});

test('one drawer in scope, one candidate and one word of the query are told in the singular', async ({
  inspector,
}) => {
  const { page } = inspector;
  const traced = tracedResult(now);
  const of = (inScope: number): SearchResult => ({
    ...traced,
    results: traced.results.slice(0, 1).map((hit) => ({ ...hit, text: 'berth', source_file: null })),
    flow: [
      { phase: 'pool', in: inScope, out: 1, dropped: inScope === 1 ? {} : { unmatched: inScope - 1 } },
      { phase: 'cut', in: 1, out: 1, dropped: {} },
    ],
    pipeline_trace: {
      ...traced.pipeline_trace,
      total_candidates_in: 1,
      legs: {},
      scope: { ...traced.pipeline_trace.scope, in_scope: inScope },
    },
  });
  await inspector.startIn('Trace', of(1));
  expect(await page.locator('#panel').innerText()).toContain('Candidates: 1 of the 1 drawer in scope.');
  expect(await page.locator('.summary').textContent()).toMatch(/^1 of 1 candidate · /);
  await inspector.show(of(9));
  expect(await page.locator('#panel').innerText()).toContain('Of 9 drawers in scope, 1 became a candidate (−8 ');
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.locator('.row-button').first().click();
  expect(await page.locator('.detail').innerText()).toContain('1 of 4 words of the query is here.');
});

test('a missing drawer is asked about in the search that it was missing from, and in no other', async ({
  inspector,
}) => {
  await inspector.init();
  const earlier = await inspector.query('moon');
  await inspector.send({ type: 'showSearch', search: { query: 'tide' }, whyNot: 'drawer_1' });
  await inspector.send({ type: 'result', requestId: earlier, result: tracedResult(now) });
  expect(await inspector.countPosted('whyNot')).toBe(0);
  const { requestId } = await inspector.lastPosted('search');
  await inspector.send({ type: 'error', requestId, code: 'E_OWNER_GONE', message: 'm', remedy: 'r' });
  const later = await inspector.query('stars');
  await inspector.send({ type: 'result', requestId: later, result: tracedResult(now) });
  expect(await inspector.countPosted('whyNot')).toBe(0);
  expect(await inspector.page.getByRole('tab', { name: 'Results' }).getAttribute('aria-selected')).toBe('true');
});

test('asked for elsewhere, the answer for a missing drawer follows the results of its search', async ({
  inspector,
}) => {
  await inspector.init();
  await inspector.send({ type: 'showSearch', search: { query: 'tide' }, whyNot: 'drawer_1' });
  const { requestId } = await inspector.lastPosted('search');
  await inspector.send({ type: 'result', requestId, result: tracedResult(now) });
  expect((await inspector.lastPosted('whyNot')).drawer).toBe('drawer_1');
  expect(await inspector.page.getByRole('tab', { name: 'Trace' }).getAttribute('aria-selected')).toBe('true');
});
