import { expect } from 'vitest';
import { longResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { tracedResult, whyNotAnswer } from '../../fixtures/inspector/tracedResults.ts';
import { test } from '../host/inspectorTest.ts';
import { foreignNodes, nothingForeign } from '../host/measurements.ts';
import { present } from '../host/present.ts';

const now = Date.now();

test('without a trace Wings and Trace offer to search with one, and stay chosen', async ({ openInspector }) => {
  for (const tab of ['Wings', 'Trace']) {
    const inspector = await openInspector();
    const { page } = inspector;
    await inspector.startIn(tab, sampleResult(now));
    await page.getByRole('button', { name: 'Search again with details' }).click();
    const asked = await inspector.lastPosted('search');
    expect(asked.search.candidateTrace).toBe(true);
    await inspector.send({ type: 'result', requestId: asked.requestId, result: tracedResult(now) });
    expect(await page.getByRole('tab', { selected: true }).textContent()).toMatch(new RegExp(`^${tab}`));
    expect(
      await page
        .locator(tab === 'Wings' ? '.saturation' : '.flow')
        .first()
        .isVisible(),
    ).toBe(true);
    expect(
      await page.getByRole('button', { name: 'Record details of every candidate' }).getAttribute('aria-pressed'),
    ).toBe('true');
  }
});

test('“Find similar” shows the nearest drawers under a banner, and leads back to the search', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Results', sampleResult(now));
  await page.locator('.row-button').nth(1).click();
  await page.getByRole('button', { name: 'Find similar' }).click();
  const asked = await inspector.lastPosted('similar');
  expect(asked.drawerId).toBe(sampleResult(now).results[1]?.drawer_id);
  await inspector.send({
    type: 'result',
    requestId: asked.requestId,
    result: { ...sampleResult(now), results: sampleResult(now).results.slice(4) },
  });
  expect(await page.locator('.result').count()).toBe(6);
  expect(await page.locator('.banner-text').textContent()).toMatch(/^Nearest to “bookBerth\.ts:41–83”\./);
  await page.getByRole('tab', { name: 'Trace' }).click();
  expect(await page.getByText('This list is by similarity alone.').isVisible()).toBe(true);
  await page.locator('.banner').getByRole('button', { name: 'Back to the search' }).click();
  expect((await inspector.lastPosted('search')).search.query).toBe(sampleResult(now).query);
});

test('“Show more” under the nearest drawers asks for more of them', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start(sampleResult(now));
  await page.locator('.row-button').nth(1).click();
  await page.getByRole('button', { name: 'Find similar' }).click();
  const { requestId, drawerId } = await inspector.lastPosted('similar');
  await inspector.send({ type: 'result', requestId, result: longResult(50, now) });
  const searches = await inspector.countPosted('search');
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  const further = await inspector.lastPosted('similar');
  expect(further).toMatchObject({ drawerId, k: 100 });
  expect(await inspector.countPosted('search')).toBe(searches);
  await inspector.send({ type: 'result', requestId: further.requestId, result: longResult(100, now) });
  expect(await inspector.focusedLabel()).toMatch(/^51\./);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

test('in every tab texts of drawers, however hostile, stay text', async ({ inspector }) => {
  const { page } = inspector;
  const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
  const traced = tracedResult(now);
  const selection = present(traced.selection_trace);
  const renamed = {
    ...selection,
    candidates: selection.candidates.map((one) => ({ ...one, title: hostile, wing: hostile })),
  };
  const result = {
    ...traced,
    selection_trace: renamed,
    candidate_trace: traced.candidate_trace?.map((entry) => ({
      ...entry,
      reason: hostile,
      title: hostile,
      wing: hostile,
    })),
    flow: [{ phase: hostile, in: 88, out: 10, dropped: { [hostile]: 78 } }],
  };
  await inspector.startIn('Trace', result);
  const look = async () => expect(await page.evaluate(foreignNodes)).toEqual(nothingForeign);
  await page.locator('.drop .disclose').first().click();
  await page.getByRole('textbox', { name: /Drawer: ID/ }).fill(hostile);
  await page.keyboard.press('Enter');
  await inspector.send({
    type: 'whyNot',
    requestId: (await inspector.lastPosted('whyNot')).requestId,
    answer: {
      ...whyNotAnswer,
      title: hostile,
      reason: hostile,
      fixes: [hostile],
      dropped_at: hostile,
      entered_pool: true,
      leg_ranks: { [hostile]: { rank: 1, matched: 0, depth: 0 } },
    },
  });
  await look();
  await page.getByRole('tab', { name: 'Wings' }).click();
  await look();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await inspector.settle();
  await inspector.send({ type: 'ranking', requestId: (await inspector.lastPosted('rank')).requestId, result });
  await look();
});

test('a tab opens at its head however far another was scrolled, and is found again where it was left', async ({
  inspector,
}) => {
  const { page } = inspector;
  await page.setViewportSize({ width: 1000, height: 500 });
  await inspector.startIn('Trace', tracedResult(now));
  const scrolled = (): Promise<number> => page.evaluate<number>('window.scrollY');
  await page.evaluate('window.scrollTo(0, 300)');
  const left = await scrolled();
  expect(left).toBeGreaterThan(200);
  await page.getByRole('tab', { name: 'Timing' }).click();
  expect(await scrolled()).toBe(0);
  await page.getByRole('tab', { name: 'Trace' }).click();
  expect(await scrolled()).toBe(left);
});
