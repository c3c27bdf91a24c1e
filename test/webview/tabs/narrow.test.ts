import { expect } from 'vitest';
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
