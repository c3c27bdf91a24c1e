import { expect } from 'vitest';
import { sampleQuery } from '../fixtures/inspector/drawerTexts.ts';
import { test } from './host/inspectorTest.ts';

test('a change of theme reaches charts, controls and the component kit without a redraw', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.start();
  const colours = () =>
    page.evaluate(() => {
      const styleOf = (selector: string): CSSStyleDeclaration => {
        const part = document.querySelector(selector);
        if (part === null) throw new Error(`There is no ${selector}.`);
        return getComputedStyle(part);
      };
      return {
        bar: styleOf('.family-match .rail').fill,
        body: styleOf('body').backgroundColor,
        button: styleOf('vscode-button').color,
        select: styleOf('select').backgroundColor,
      };
    });
  const before = await colours();
  await page.evaluate(() => document.querySelector('.lane')?.setAttribute('data-same', 'yes'));
  await inspector.changeView({ theme: 'light' });
  const after = await colours();
  for (const part of ['bar', 'body', 'button', 'select'] as const)
    expect(after[part], part).not.toBe(before[part]);
  expect(await page.locator('.lane[data-same]').count()).toBe(1);
});

test('where the system sets the colours, charts are in them, and what is chosen or pressed differs from the rest', async ({
  inspectorAlone: inspector,
}) => {
  const { page } = inspector;
  await page.emulateMedia({ forcedColors: 'active' });
  await inspector.start();
  await page.locator('.row-button').first().click();
  await inspector.settle();
  const colour = (selector: string, property: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
  const text = await colour('body', 'color');
  for (const part of ['.axis text', '.result .rail', '.final-cap'])
    expect(await colour(part, 'fill'), part).toBe(text);
  expect(await colour("[role='tab'][aria-selected='true']", 'border-bottom-color')).not.toBe(
    await colour("[role='tab'][aria-selected='false']", 'border-bottom-color'),
  );
  for (const button of ['.toggle', '.segmented button'])
    expect(await colour(`${button}[aria-pressed='true']`, 'background-color'), button).not.toBe(
      await colour(`${button}[aria-pressed='false']`, 'background-color'),
    );
  await page.getByRole('button', { name: 'Filters' }).click();
  const box = page.getByRole('checkbox', { name: 'Include archived' });
  await box.check();
  expect(await box.evaluate((node) => getComputedStyle(node, '::before').backgroundColor)).toBe(text);
});

test('nothing moves for those who ask for reduced motion', async ({ inspector }) => {
  const { page } = inspector;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await inspector.init();
  await inspector.query(sampleQuery);
  await page.locator('.skeleton').first().waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toEqual(0);
});

test('wide and narrow follow the window while a row keeps the focus', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.setViewportSize({ width: 420, height: 900 });
  await inspector.settle();
  expect(await inspector.focusedLabel()).toMatch(/^2\./);
  expect(await page.locator('.lane').count()).toBe(0);
  expect(await page.locator('.result .score strong').first().textContent()).toBe('1.000');
});
