// npm run bench:frames: how smoothly the inspector's long lists scroll in a real browser. It scrolls 1,000 results and 5,000
// dropped candidates from end to end, one step per frame, and prints the times between frames. Option: --rounds N.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { SearchResult } from '../../extension/palace/contract/search/searchResult.ts';
import { ensureChromium } from '../../scripts/programs/chromium.mjs';
import { startInspectorServer } from '../../scripts/inspectorServer.mjs';
import { launchChromium } from '../fixtures/chromium.ts';
import { samplePalace } from '../fixtures/inspector/samplePalace.ts';
import { longResult } from '../fixtures/inspector/sampleResults.ts';
import { tracedResult } from '../fixtures/inspector/tracedResults.ts';
import { editorInterface } from './host/editorInterface.ts';

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } }).values;

/** The lists, and what leads to a row of each. */
const lists: readonly {
  readonly name: string;
  readonly tab: string;
  readonly row: string;
  readonly result: () => SearchResult;
}[] = [
  { name: '1,000 results', tab: 'Results', row: '.result', result: () => longResult(1000, Date.now()) },
  {
    name: '5,000 rows of a trace',
    tab: 'Trace',
    row: '.drop[data-index]',
    result: () => ({
      ...tracedResult(Date.now()),
      candidate_trace: Array.from({ length: 5000 }, (_, index) => ({
        drawer_id: `drawer_${index}`,
        dropped_at: 'cut',
        reason: `place ${index}`,
        score: 1 - index / 5000,
        wing: 'planner',
        title: `src/a.ts:${index}–${index + 1}`,
      })),
    }),
  },
];

/** Pixels a frame: a wheel that is turned fast, and a scroll bar that is dragged. */
const speeds = { wheel: 120, 'scroll bar': 1500 } as const;
/** Frames of one measurement at the most. */
const mostFrames = 600;

/** Scrolls the list around a row down to its end, one step per frame. Runs in the page; gives the milliseconds between the frames. */
const scrolled = ([row, step, most]: readonly [string, number, number]): Promise<number[]> =>
  new Promise((resolve, reject) => {
    // A list in a frame of its own that scrolls sideways alone has no height to scroll.
    let scroller: Element | null = document.querySelector(row);
    while (
      scroller !== null &&
      !(
        /auto|scroll/.test(getComputedStyle(scroller).overflowY) &&
        scroller.scrollHeight > scroller.clientHeight + 1
      )
    )
      scroller = scroller.parentElement;
    scroller ??= document.scrollingElement;
    if (scroller === null) return reject(new Error(`Nothing scrolls around ${row}.`));
    const list = scroller;
    list.scrollTop = 0;
    const times: number[] = [];
    let last = 0;
    const frame = (now: number): void => {
      if (last > 0) times.push(now - last);
      last = now;
      const before = list.scrollTop;
      list.scrollTop += step;
      if (list.scrollTop === before || times.length === most) resolve(times);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

const open = async (page: Page, { tab, result }: (typeof lists)[number]): Promise<void> => {
  const send = (message: unknown): Promise<void> =>
    page.evaluate((value) => window.postMessage(value, '*'), message);
  await send({
    type: 'init',
    palace: samplePalace,
    profiles: { names: ['default'], current: 'default' },
    navigation: null,
    searches: { recent: [], starred: [] },
    commands: [],
  });
  const input = page.getByRole('textbox', { name: 'Search this palace' });
  await input.fill('tokens');
  await input.press('Enter');
  const asked = await page.waitForFunction(() => window.posted.findLast(({ type }) => type === 'search'));
  const { requestId } = (await asked.jsonValue()) as unknown as { readonly requestId: string };
  await send({ type: 'result', requestId, result: result() });
  await page.getByRole('tab', { name: tab }).click();
};

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);

const server = await startInspectorServer();
const browser = await launchChromium(await ensureChromium(console.error));
try {
  console.log(
    '| list | by | frames | p50 ms | p95 ms | worst ms | dropped |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const list of lists)
    for (const [way, step] of Object.entries(speeds)) {
      const times: number[] = [];
      for (let round = 0; round < Number(rounds); round += 1) {
        const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
        await page.addInitScript(editorInterface);
        await page.goto(`${server.url}?theme=dark&session=${round}`);
        await page.waitForFunction(() => window.posted.some(({ type }) => type === 'ready'));
        await open(page, list);
        await page.locator(list.row).first().waitFor();
        times.push(...(await page.evaluate(scrolled, [list.row, step, mostFrames] as const)));
        await page.close();
      }
      const sorted = times.sort((a, b) => a - b);
      const dropped = times.reduce((sum, time) => sum + Math.max(0, Math.round(time / (1000 / 60)) - 1), 0);
      console.log(
        `| ${list.name} | ${way} | ${times.length} | ${quantile(sorted, 0.5)} | ${quantile(sorted, 0.95)} | ${quantile(sorted, 1)} | ${dropped} (${((100 * dropped) / (dropped + times.length)).toFixed(1)} %) |`,
      );
    }
  console.log(`\nLoad of the machine meanwhile: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  await server.stop();
}
