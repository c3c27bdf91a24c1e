import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { themeNames } from '../../../scripts/inspectorServer.mjs';
import { sampleGrowth } from '../../fixtures/inspector/sampleGrowth.ts';
import { otherRanking, tracedResult } from '../../fixtures/inspector/tracedResults.ts';
import type { ChartFormat } from '../../../extension/protocol/inspectorMessages.ts';
import type { InspectorPage } from '../host/inspectorPage.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();

/** Exports the only chart within `place`, and gives what the editor would write. */
const exported = async (inspector: InspectorPage, place: Locator, format: ChartFormat): Promise<string> => {
  await place.getByRole('button', { name: 'Export', exact: true }).click();
  await place.getByRole('button', { name: `As ${format.toUpperCase()}` }).click();
  const saved = await inspector.lastPosted('saveChart');
  expect(saved.format).toBe(format);
  return saved.content;
};

/** What an SVG document holds, read by the browser's parser; fails if it does not parse. */
const readSvg = (page: Page, source: string) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (parsed.querySelector('parsererror') !== null) throw new Error(`No XML: ${text.slice(0, 300)}`);
    const nodes = [...parsed.documentElement.querySelectorAll('*')];
    return {
      size: ['width', 'height'].map((name) => Number(parsed.documentElement.getAttribute(name))),
      background: nodes[0]?.getAttribute('fill'),
      texts: nodes.filter(({ localName }) => localName === 'text').map((node) => node.textContent),
      shapes: nodes.filter(({ localName }) => localName === 'path').length,
      colours: nodes.flatMap((node) => [node.getAttribute('fill'), node.getAttribute('stroke')]),
    };
  }, source);

const isPlain = (colour: string | null): boolean =>
  colour === null || colour === 'none' || /^#[0-9a-f]{6}$/u.test(colour);

const showGrowth = async (inspector: InspectorPage): Promise<void> => {
  await inspector.startIn('Growth', tracedResult(now));
  await inspector.send({
    type: 'growth',
    requestId: (await inspector.lastPosted('growth')).requestId,
    growth: sampleGrowth,
  });
};

/** The cells of a CSV without quotes. */
const cellsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test('growth is exported as it is painted, and its CSV holds every number of the chart', async ({ inspector }) => {
  const { page } = inspector;
  await showGrowth(inspector);
  const panel = page.locator('#panel');
  for (const theme of themeNames) {
    await inspector.changeView({ theme });
    const source = await exported(inspector, panel, 'svg');
    expect(source).not.toMatch(/var\(|url\(|class=|style=|href/u);
    const svg = await readSvg(page, source);
    expect(svg.colours.filter((colour) => !isPlain(colour))).toEqual([]);
    expect(svg.texts).toEqual(expect.arrayContaining(sampleGrowth.wings.map(({ wing }) => wing)));
    expect(svg.shapes).toBeGreaterThan(2 * sampleGrowth.wings.length);
    // The background is the theme's: dark or light as a whole.
    expect(Number.parseInt(present(svg.background).slice(1, 3), 16) > 128).toBe(theme.endsWith('light'));
    const png = Buffer.from(await exported(inspector, panel, 'png'), 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(svg.size.map((pixels) => 2 * pixels));
  }
  const [head, ...rows] = cellsOf(await exported(inspector, panel, 'csv'));
  expect(present(head)).toHaveLength(1 + sampleGrowth.starts.length);
  expect(rows.map(([wing, ...sums]) => [wing, Number(sums.at(-1))])).toEqual(
    sampleGrowth.wings.map(({ wing, drawers }) => [wing, drawers]),
  );
  expect(await page.getByRole('button', { name: 'Export', exact: true }).getAttribute('aria-expanded')).toBe(
    'false',
  );
});

test('a wing that is called like a formula is none in the CSV, and its quotes and lines break no row', async ({
  inspector,
}) => {
  await inspector.startIn('Growth', tracedResult(now));
  const { wings, ...axis } = sampleGrowth;
  const called = '=HYPERLINK("a"),\nb';
  await inspector.send({
    type: 'growth',
    requestId: (await inspector.lastPosted('growth')).requestId,
    growth: { ...axis, wings: [{ ...present(wings[0]), wing: called }] },
  });
  const csv = await exported(inspector, inspector.page.locator('#panel'), 'csv');
  expect(csv).toContain(`\r\n"'=HYPERLINK(""a""),\nb",`);
});

test('a word that is cut off by its box is cut off in the picture, wherever the edge meets it', async ({
  inspector,
}) => {
  await inspector.startIn('Growth', tracedResult(now));
  const { wings, ...axis } = sampleGrowth;
  const named = Array.from({ length: 40 }, (_, at) => ({
    ...present(wings[0]),
    wing: `${'l'.repeat(2 * at + 1)} ${'m'.repeat(20)}`,
  }));
  const { requestId } = await inspector.lastPosted('growth');
  await inspector.send({ type: 'growth', requestId, growth: { ...axis, wings: named } });
  const { texts } = await readSvg(
    inspector.page,
    await exported(inspector, inspector.page.locator('#panel'), 'svg'),
  );
  expect(texts.filter((text) => text?.includes('m'.repeat(19)) && text.endsWith('…'))).toEqual([]);
});

test('a chart that is too large for a canvas becomes a smaller PNG, and the menu says so', async ({
  inspector,
}) => {
  const { page } = inspector;
  const panel = page.locator('#panel');
  const result = tracedResult(now);
  const many = (name: string): typeof result.results =>
    Array.from({ length: 800 }, (_, at) => ({
      ...present(result.results[at % result.results.length]),
      rank: at + 1,
      drawer_id: `${name}_${at}`,
    }));
  await inspector.changeView({ width: 320 });
  await inspector.startIn('Compare', { ...result, results: many('one') });
  await inspector.send({
    type: 'ranking',
    requestId: (await inspector.lastPosted('rank')).requestId,
    result: { ...otherRanking(now), results: many('other') },
  });
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  const [, percent] = present(/As PNG, reduced to (\d+) %/.exec(await panel.getByRole('group').innerText()));
  await page.keyboard.press('Escape');
  const png = Buffer.from(await exported(inspector, panel, 'png'), 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // A canvas has no longer side.
  expect(png.readUInt32BE(20)).toBeLessThanOrEqual(65_535);
  expect(png.readUInt32BE(20)).toBeGreaterThan(65_000);
  expect(Math.abs(png.readUInt32BE(16) / 320 - Number(percent) / 100)).toBeLessThan(0.1);
});

test('the charts of a search are exported, each with its own rows', async ({ inspector }) => {
  const { page } = inspector;
  const result = tracedResult(now);
  const panel = page.locator('#panel');
  await inspector.startIn('Timing', result);
  const csvIn = async (tab: string): Promise<string[][]> => {
    await page.getByRole('tab', { name: tab }).click();
    await inspector.settle();
    const svg = await readSvg(page, await exported(inspector, panel, 'svg'));
    expect(svg.colours.filter((colour) => !isPlain(colour))).toEqual([]);
    expect(svg.shapes).toBeGreaterThan(3);
    return cellsOf(await exported(inspector, panel, 'csv')).slice(1);
  };
  const times = Object.entries(result.pipeline_trace.phase_timing_ms).filter(([, ms]) => typeof ms === 'number');
  expect(new Map((await csvIn('Timing')).map(([phase, , ms]) => [phase, Number(ms)]))).toEqual(new Map(times));
  expect((await csvIn('Trace')).map(([phase, into, out]) => [phase, Number(into), Number(out)])).toEqual(
    present(result.flow).map((stage) => [stage.phase, stage.in, stage.out]),
  );
  const counts = present(result.selection_trace).wing_counts;
  for (const [wing, drawers] of await csvIn('Wings')) expect(Number(drawers)).toBe(counts[present(wing)]);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await inspector.send({
    type: 'ranking',
    requestId: (await inspector.lastPosted('rank')).requestId,
    result: otherRanking(now),
  });
  const compared = await exported(inspector, panel, 'csv');
  for (const hit of result.results) expect(compared).toContain(hit.drawer_id);
});

test('the steps of a score are exported at full precision and add up', async ({ inspector }) => {
  const { page } = inspector;
  const result = tracedResult(now);
  await inspector.start(result);
  await page.locator('.row-button[aria-label^="1."]').click();
  await inspector.settle();
  const detail = page.locator('.score-detail');
  const svg = await readSvg(page, await exported(inspector, detail, 'svg'));
  expect(svg.colours.filter((colour) => !isPlain(colour))).toEqual([]);
  expect(svg.texts).toContain('Final score');
  const steps = cellsOf(await exported(inspector, detail, 'csv')).filter(([score]) => score === 'final');
  const sum = steps.reduce((total, [, , change]) => total + Number(change), 0);
  expect(sum).toBe(present(result.results[0]).score);
});

test('Escape closes the formats alone, while a search goes on', async ({ inspector }) => {
  const { page } = inspector;
  await showGrowth(inspector);
  const requestId = await inspector.query('another');
  const button = page.locator('#panel').getByRole('button', { name: 'Export', exact: true });
  await button.click();
  await page.keyboard.press('Escape');
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  expect(await inspector.countPosted('cancel')).toBe(0);
  await page.keyboard.press('Escape');
  expect(await inspector.lastPosted('cancel')).toEqual({ type: 'cancel', requestId });
});
