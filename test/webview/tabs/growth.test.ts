import { expect } from 'vitest';
import { sampleGrowth } from '../../fixtures/inspector/sampleGrowth.ts';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();

const grown = (wings: number): typeof sampleGrowth => ({
  ...sampleGrowth,
  wings: Array.from({ length: wings }, (_, index) => ({
    ...present(sampleGrowth.wings[0]),
    wing: `wing ${index}`,
  })),
});

test('growth is asked for once a revision, drawn for every wing, and the table ends with its drawers', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Growth', sampleResult(now));
  const { requestId } = await inspector.lastPosted('growth');
  await inspector.send({ type: 'growth', requestId, growth: sampleGrowth });
  expect(await page.locator('.growth-row:not(.head)').count()).toBe(sampleGrowth.wings.length);
  expect(await page.locator('.growth-row .grown').count()).toBe(sampleGrowth.wings.length);
  // A palace of thousands of wings has a very long table.
  expect(await page.locator('.view-growth table').count()).toBe(0);
  await page.getByText('The same as a table').click();
  await page.locator('.view-growth table').waitFor();
  const ends = await page
    .locator('.view-growth tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('td:last-child')?.textContent));
  expect(ends).toEqual(sampleGrowth.wings.map(({ drawers }) => drawers.toLocaleString('en')));
  await inspector.send({
    type: 'status',
    palace: { ...samplePalace, vectors: { ...samplePalace.vectors, pending: 1 } },
  });
  expect((await inspector.lastPosted('growth')).requestId).toBe(requestId);
  await inspector.send({ type: 'status', palace: { ...samplePalace, revision: samplePalace.revision + 1 } });
  expect((await inspector.lastPosted('growth')).requestId).not.toBe(requestId);
  // What is known stays until the answer is there, but not for a palace that is gone.
  expect(await page.locator('.growth-row .grown').count()).toBe(sampleGrowth.wings.length);
  await inspector.send({ type: 'status', palace: { ...samplePalace, state: 'absent', revision: 0 } });
  expect(await page.locator('#panel').textContent()).toBe('Counting…');
});

test('drawers dated in the future are counted and said, not drawn', async ({ inspector }) => {
  await inspector.startIn('Growth', sampleResult(now));
  const { requestId } = await inspector.lastPosted('growth');
  const [wing, ...others] = sampleGrowth.wings;
  await inspector.send({
    type: 'growth',
    requestId,
    growth: { ...sampleGrowth, wings: [{ ...present(wing), future: 2 }, ...others] },
  });
  expect(await inspector.page.locator('.view-growth .note').first().textContent()).toContain(
    '2 drawers are dated in the future: they are counted, and not drawn.',
  );
});

test('a palace without drawers says so, and a failure says what to do', async ({ inspector }) => {
  await inspector.startIn('Growth', sampleResult(now));
  const { requestId } = await inspector.lastPosted('growth');
  await inspector.send({ type: 'growth', requestId, growth: { unit: 'day', starts: [], wings: [] } });
  expect(await inspector.page.locator('#panel').textContent()).toBe('The palace holds no drawers yet.');
  await inspector.send({ type: 'status', palace: { ...samplePalace, revision: samplePalace.revision + 1 } });
  const second = await inspector.lastPosted('growth');
  await inspector.send({
    type: 'error',
    requestId: second.requestId,
    code: 'E_OWNER_GONE',
    message: 'The palace is closed.',
    remedy: 'Open it again.',
  });
  expect(await inspector.page.locator('#panel').textContent()).toBe('The palace is closed. Open it again.');
  await inspector.send({ type: 'status', palace: { ...samplePalace, revision: samplePalace.revision + 2 } });
  expect(await inspector.page.locator('#panel').textContent()).toBe('Counting…');
});

test('a wing’s curve reaches from the first date to the last, in a narrow window and in a wide one', async ({
  inspector,
}) => {
  const { page } = inspector;
  await page.setViewportSize({ width: 420, height: 900 });
  await inspector.startIn('Growth', sampleResult(now));
  const { requestId } = await inspector.lastPosted('growth');
  await inspector.send({ type: 'growth', requestId, growth: sampleGrowth });
  for (const width of [420, 559, 560, 1200, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await inspector.settle();
    const [dates, ...curves] = await page.locator('.growth-row').evaluateAll((rows) =>
      rows.map((row) => {
        const { left, right } =
          row.querySelector('.ends, .growth')?.getBoundingClientRect() ?? row.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      }),
    );
    expect(curves.length).toBe(sampleGrowth.wings.length);
    for (const curve of curves) expect(curve, `at ${width} px`).toEqual(dates);
  }
});

test('wings that are in the table alone are counted, one in the singular', async ({ inspector }) => {
  await inspector.startIn('Growth', sampleResult(now));
  for (const [wings, said] of [
    [41, '1 more wing in the table.'],
    [43, '3 more wings in the table.'],
  ] as const) {
    const revision = samplePalace.revision + wings;
    await inspector.send({ type: 'status', palace: { ...samplePalace, revision } });
    const { requestId } = await inspector.lastPosted('growth');
    await inspector.send({ type: 'growth', requestId, growth: grown(wings) });
    // A table holds rows alone: screen readers pass over anything else in it.
    expect(await inspector.page.getByRole('table').getByRole('paragraph').count()).toBe(0);
    expect(await inspector.page.locator('#panel p', { hasText: 'in the table' }).textContent()).toBe(said);
  }
});

test('the table of many wings begins with the largest, says how many there are, and goes on when asked to', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Growth', sampleResult(now));
  const { requestId } = await inspector.lastPosted('growth');
  await inspector.send({ type: 'growth', requestId, growth: grown(402) });
  await page.getByText('The same as a table').click();
  const state = page.locator('.further [role=status]');
  const rows = page.locator('.view-growth tbody tr');
  expect(await state.innerText()).toBe('200 of 402 rows. The CSV file under “Export” has all of them.');
  expect(await rows.count()).toBe(200);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  expect(await rows.count()).toBe(400);
  expect(await inspector.focusedText()).toBe('Show more');
  await page.keyboard.press('Enter');
  expect(await rows.last().locator('th').innerText()).toBe('wing 401');
  expect(await state.innerText()).toBe('402 of 402 rows.');
  // The keyboard goes on at the table.
  expect(await inspector.focusedLabel()).toBe('Growth as a table');
});

test('the table shows as many rows as before when the palace changes, and keeps the keyboard', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.startIn('Growth', sampleResult(now));
  const change = async (wings: number): Promise<void> => {
    const revision = samplePalace.revision + wings;
    await inspector.send({ type: 'status', palace: { ...samplePalace, revision } });
    const { requestId } = await inspector.lastPosted('growth');
    await inspector.send({ type: 'growth', requestId, growth: grown(wings) });
  };
  await change(402);
  await page.getByText('The same as a table').click();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await change(403);
  expect(await page.locator('.view-growth tbody tr').count()).toBe(400);
  expect(await inspector.focusedText()).toBe('Show more');
  await change(2);
  expect(await page.locator('.further').isVisible()).toBe(false);
  expect(await inspector.focusedLabel()).toBe('Growth as a table');
});
