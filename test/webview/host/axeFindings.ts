import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe-core, as sentences. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const found = await window.axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map(({ id, impact, help, nodes }) => ({
      impact,
      text: `axe-core: ${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
    }));
  });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
};

declare global {
  interface Window {
    readonly axe: typeof Axe;
  }
}
