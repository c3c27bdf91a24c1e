import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { themeNames } from '../../../scripts/inspectorServer.mjs';
import { allRows, pairwiseRows } from '../../fixtures/pairwiseRows.ts';
import { isLong } from '../../fixtures/testSize.ts';
import type { State } from '../states/state.ts';
import { axeFindings } from './axeFindings.ts';
import { pictureFile, test } from './inspectorTest.ts';
import { layoutFaults, ledgers, staircases, tableRows } from './measurements.ts';

const widths = [1200, 420] as const;
const nearly = 1.75; // a pixel between neighbours, half a pixel of stroke

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Where bars, running totals and tables do not add up as drawn. */
const sumFaults = async (page: Page): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const { explained, above, below, gaps, labels, spoken } of await page.evaluate(ledgers)) {
    if (!explained) continue;
    const ends = above === null || below === null ? [Infinity] : [above.to - below.to, above.from - below.from];
    if (ends.some((difference) => Math.abs(difference) > nearly))
      faults.push(`lanes of unequal length: ${JSON.stringify({ above, below })} (${spoken})`);
    if (gaps.some((gap) => Math.abs(gap) > nearly + 1))
      faults.push(`gap or overlap between bars: ${gaps.join(', ')} (${spoken})`);
    for (const { label, labelWidth, room } of labels)
      if (label !== '' && labelWidth > room) faults.push(`label “${label}” spills: ${labelWidth} in ${room}`);
  }
  for (const { changes, running, final } of await page.evaluate(staircases)) {
    for (const [index, total] of running.entries())
      if (sum(changes.slice(0, index + 1)) !== total)
        faults.push(`running total ${total} is not the sum of ${changes.slice(0, index + 1).join(', ')}`);
    if (running.at(-1) !== final) faults.push(`final ${final} after ${running.at(-1)}`);
  }
  for (const { changes, final } of await page.evaluate(tableRows))
    if (sum(changes) !== final) faults.push(`table row: ${changes.join(', ')} do not add up to ${final}`);
  return faults;
};

/** What is wrong with the page as it is drawn now, as sentences. */
const faultsOf = async (page: Page, rules: 'all' | 'ofThemes'): Promise<readonly string[]> => {
  const { small, sideways } = await page.evaluate(layoutFaults);
  return [
    ...small.map((text) => `under 11 px: ${text}`),
    ...(sideways === 0 ? [] : [`scrolls sideways by ${sideways} px`]),
    ...(await sumFaults(page)),
    ...(await axeFindings(page, rules)),
  ];
};

/**
 * A test for each state in themes and widths: every pair of state, theme and width in a usual run, all of them in a long one,
 * which leaves a picture of each in `artifacts/webview/`. The state is reached once and then seen in each theme and width, as
 * when someone changes the theme or drags the edge of the window.
 */
export const pictureTests = (states: Readonly<Record<string, State>>): void => {
  const factors = { state: Object.keys(states), theme: themeNames, width: widths };
  const rows = isLong ? allRows(factors) : pairwiseRows(factors);
  for (const [state, reach] of Object.entries(states))
    test(`${state} in themes and widths: adds up and fits, nothing under 11 px, no serious finding of axe-core`, async ({
      openInspector,
    }) => {
      const [first, ...others] = rows.filter((row) => row.state === state);
      const inspector = await openInspector(first);
      await reach(inspector);
      await inspector.settle();
      const faults: Record<string, readonly string[]> = {};
      const seenAt = new Set<number | undefined>();
      for (const view of [first, ...others]) {
        if (view !== first) await inspector.changeView(view);
        const name = `${state} ${view?.theme} ${view?.width}`;
        if (isLong) await inspector.page.screenshot({ path: pictureFile(name) });
        const found = await faultsOf(inspector.page, seenAt.has(view?.width) ? 'ofThemes' : 'all');
        seenAt.add(view?.width);
        if (found.length > 0) faults[name] = found;
      }
      expect(faults).toEqual({});
    });
};
