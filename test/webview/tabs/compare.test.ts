import { expect } from 'vitest';
import { otherRanking, tracedResult } from '../../fixtures/inspector/tracedResults.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();

test('baseline is asked for once, rows and slopes stand on one grid, and each drawer has both its places', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Compare', tracedResult(now));
  expect(await inspector.countPosted('rank')).toBe(1);
  const { by, search, requestId } = await inspector.lastPosted('rank');
  expect([by, search.profile]).toEqual(['profile', 'baseline']);
  await inspector.send({ type: 'ranking', requestId, result: otherRanking(now) });
  const places = await page.evaluate(() => {
    const middle = (node: Element): number => {
      const { top, bottom } = node.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    return [...document.querySelectorAll('.slopes [data-drawer]')].map((slope) => {
      const rows = [...document.querySelectorAll<HTMLElement>('tr[data-drawer]')].filter(
        (row) => row.dataset.drawer === slope.getAttribute('data-drawer'),
      );
      return { ends: [...slope.querySelectorAll('circle')].map(middle), rows: rows.map(middle) };
    });
  });
  expect(places.length).toBeGreaterThanOrEqual(10);
  for (const { ends, rows } of places) {
    expect(rows.length).toBe(2);
    ends.forEach((end, index) =>
      expect(Math.abs(end - present(rows[index])), JSON.stringify({ ends, rows })).toBeLessThanOrEqual(1),
    );
  }
  await page.locator('tr[data-drawer]').first().hover();
  expect(await page.locator('.lit').count()).toBe(3);
});

test('no head of a column, and no place of a drawer that left, is cut off in either language', async ({
  openInspector,
}) => {
  for (const language of ['en', 'de'] as const) {
    const inspector = await openInspector({ language });
    await inspector.init();
    await inspector.send({ type: 'showSearch', search: { query: 'tide' } });
    const { requestId } = await inspector.lastPosted('search');
    await inspector.send({ type: 'result', requestId, result: tracedResult(now) });
    await inspector.page.locator('#tab-compare').click();
    const asked = await inspector.lastPosted('rank');
    await inspector.send({ type: 'ranking', requestId: asked.requestId, result: otherRanking(now) });
    const cut = await inspector.page
      .locator('.run thead th, .run td.clip')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    expect(cut).toEqual([]);
  }
});

test('other rankings are asked for when chosen, failures can be tried again, a new search asks anew', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Compare', tracedResult(now));
  await inspector.send({
    type: 'error',
    requestId: (await inspector.lastPosted('rank')).requestId,
    code: 'E_TIMEOUT',
    message: 'Too slow.',
    remedy: 'Try again.',
  });
  expect(await page.locator('.compare-notice').textContent()).toMatch(/Too slow/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await inspector.settle();
  expect(await inspector.countPosted('rank')).toBe(2);
  await page.getByRole('combobox', { name: 'Ranking A' }).selectOption({ label: 'cosine only' });
  await inspector.settle();
  expect((await inspector.lastPosted('rank')).by).toBe('cosine');
  await inspector.show(tracedResult(now), 'another question');
  await inspector.settle();
  expect(await inspector.countPosted('rank')).toEqual(4);
  expect((await inspector.lastPosted('rank')).search.query).toBe('another question');
});

test('packets are opened, compared, saved; a closed dialog changes nothing', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.startIn('Compare', tracedResult(now));
  await page.getByRole('button', { name: 'Save this search…' }).click();
  expect((await inspector.lastPosted('savePacket')).search.query).toBe(tracedResult(now).query);
  await page.getByRole('button', { name: 'Open saved search…' }).click();
  await inspector.send({ type: 'cancelled', requestId: (await inspector.lastPosted('openPacket')).requestId });
  expect(await page.getByRole('combobox', { name: 'Ranking A' }).inputValue()).toBe('profile:baseline');
  await page.getByRole('button', { name: 'Open saved search…' }).click();
  await inspector.send({
    type: 'packet',
    requestId: (await inspector.lastPosted('openPacket')).requestId,
    packet: {
      name: 'was.json',
      query: tracedResult(now).query,
      profile: 'default',
      recordedAt: '2025-11-14T10:00:00Z',
      result: tracedResult(now),
    },
  });
  expect(await page.getByRole('combobox', { name: 'Ranking A' }).inputValue()).toBe('packet:was.json');
  expect(await page.getByText('The same 10, in the same order.').count()).toBe(1);
  await inspector.expectUnderstood();
});
