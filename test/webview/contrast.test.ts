import { expect } from 'vitest';
import { axeFindings } from './host/axeFindings.ts';
import { test } from './host/inspectorTest.ts';
import { recordedThemes } from './host/recordedThemes.ts';
import { tabStates } from './states/tabStates.ts';

/** What must be seen against the page: `fill` or `stroke` of charts at 3 : 1, `color` of text at 4.5 : 1. */
const parts = [
  ...['match', 'use', 'standing', 'set'].map((family) => [`.family-${family}.gain .rail`, 'fill', 3] as const),
  ...['match', 'use', 'standing', 'set'].map((family) => [`.family-${family}.loss .block`, 'stroke', 3] as const),
  ['.dim', 'color', 4.5],
  ['.slope.up', 'stroke', 3],
  ['.slope.down', 'stroke', 3],
] as const;

/** The contrast of each part with the page's background, as the browser paints it; parts that are not there are left out. */
const contrasts = (wanted: readonly (readonly [string, string, number])[]): Record<string, number> => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('There is no canvas.');
  const luminance = (...colours: string[]): number => {
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
      .slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const page = getComputedStyle(document.body).backgroundColor;
  const behind = luminance(page);
  return Object.fromEntries(
    wanted.flatMap(([selector, property]) => {
      const element = document.querySelector(selector);
      if (element === null) return [];
      const before = luminance(page, getComputedStyle(element).getPropertyValue(property));
      const [light, dark] = before > behind ? [before, behind] : [behind, before];
      return [[`${selector} ${property}`, Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100]];
    }),
  );
};

const least = new Map(parts.map(([selector, property, ratio]) => [`${selector} ${property}`, ratio]));

test('lines keep 3 : 1 and text 4.5 : 1 against the page, in every built-in theme', async ({ openInspector }) => {
  const inspector = await openInspector();
  const { page } = inspector;
  await inspector.start();
  for (const row of [3, 0]) await page.locator('.row-button').nth(row).click();
  const results = new Map<string, Record<string, number>>();
  const findings: Record<string, readonly string[]> = {};
  for (const theme of Object.keys(recordedThemes)) {
    await inspector.changeView({ theme });
    results.set(theme, await page.evaluate(contrasts, parts));
    const found = await axeFindings(page, results.size === 1 ? 'all' : 'ofThemes');
    if (found.length > 0) findings[theme] = found;
  }
  expect(findings).toEqual({});

  await tabStates['compare']?.(inspector);
  const faint: Record<string, unknown> = {};
  for (const [theme, seen] of results) {
    await inspector.changeView({ theme });
    const ratios = { ...(await page.evaluate(contrasts, parts)), ...seen };
    const lowest = Object.entries(ratios).sort(([, a], [, b]) => a - b)[0];
    console.info(`${theme}: ${Object.keys(ratios).length} parts, lowest ${lowest?.join(' ')}`);
    expect(Object.keys(ratios).length, theme).toBeGreaterThan(6);
    const low = Object.entries(ratios).filter(([part, ratio]) => ratio < (least.get(part) ?? 0));
    if (low.length > 0) faint[theme] = low;
  }
  expect(faint).toEqual({});
});
