// Every state in every theme and width: a picture, axe-core, the page's own complaints, sums and layout.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { openInspector } from './inspectorPage.mjs';
import { themeNames } from './inspectorServer.mjs';
import { layoutFaults, ledgers, staircases, tableRows } from './measurements.mjs';
import { reviewStatesOf } from './reviewStates.mjs';
import { statesOf } from './states.mjs';
import { tabStatesOf } from './tabStates.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [1200, 420];
const atOnce = 2;
const nearly = 1.75; // a pixel between neighbours, half a pixel of stroke

/** Serious and critical findings, as sentences. */
export async function axeFindings(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `axe-core: ${id}: ${help}: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join('; ')}`);
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export async function sumFaults(page) {
  const faults = [];
  for (const { explained, above, below, gaps, labels, spoken } of await page.evaluate(ledgers)) {
    if (!explained) continue;
    if (above === null || below === null || Math.abs(above.to - below.to) > nearly || Math.abs(above.from - below.from) > nearly)
      faults.push(`lanes of unequal length: ${JSON.stringify({ above, below })} (${spoken})`);
    if (gaps.some((gap) => Math.abs(gap) > nearly + 1)) faults.push(`gap or overlap between bars: ${gaps} (${spoken})`);
    for (const { label, labelWidth, room } of labels) if (label !== '' && labelWidth > room) faults.push(`label “${label}” spills: ${labelWidth} in ${room}`);
  }
  for (const { changes, running, final } of await page.evaluate(staircases)) {
    changes.forEach((_, index) => { if (sum(changes.slice(0, index + 1)) !== running[index]) faults.push(`running total ${running[index]} is not the sum of ${changes.slice(0, index + 1)}`); });
    if (running.at(-1) !== final) faults.push(`final ${final} after ${running.at(-1)}`);
  }
  for (const { changes, final } of await page.evaluate(tableRows)) if (sum(changes) !== final) faults.push(`table row: ${changes} do not add up to ${final}`);
  return faults;
}

/**
 * @param {(name: string, run: () => Promise<readonly string[]>) => Promise<void>} check faults found, none when it passed
 * @param {{pictures: string, only?: string}} options folder of the pictures; part of the names of those to take
 */
export async function pictureChecks(browser, served, check, { pictures, only }) {
  const states = Object.entries({ ...statesOf(served.fixtures), ...tabStatesOf(served.fixtures), ...reviewStatesOf(served.fixtures) });
  const pages = themeNames.flatMap((theme) => widths.map((width) => ({ theme, width })));
  const take = async ({ theme, width }) => {
    const wanted = states.map(([state, enter]) => ({ name: `${state}-${theme}-${width}`, enter })).filter(({ name }) => only === undefined || name.includes(only));
    if (wanted.length === 0) return;
    const inspector = await openInspector(browser, served, { theme, width });
    const { page } = inspector;
    for (const { name, enter } of wanted) {
      await check(name, async () => {
        await inspector.reset();
        await enter(inspector);
        await inspector.settle();
        await page.screenshot({ path: path.join(pictures, `${name}.png`) });
        const { small, sideways } = await page.evaluate(layoutFaults);
        return [
          ...inspector.complaints,
          ...await sumFaults(page),
          ...small.map((text) => `text under 11 px: ${text}`),
          ...(sideways > 0 ? [`the page scrolls ${sideways} px sideways`] : []),
          ...await axeFindings(page),
        ];
      });
    }
    await inspector.close();
  };
  const next = async () => {
    for (let page = pages.shift(); page !== undefined; page = pages.shift()) await take(page);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
