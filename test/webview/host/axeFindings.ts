import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { isLong } from '../../fixtures/testSize.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of axe-core's rules those that another theme can break; names, roles and structure are the same in each. */
const rulesOfThemes = ['color-contrast', 'link-in-text-block'];

/**
 * Serious and critical findings of axe-core, as sentences.
 * @param rules `ofThemes` for a page that was looked at in another theme at this width: most of axe-core's time goes into rules that find
 * the same. A long run asks all of them each time.
 */
export const axeFindings = async (page: Page, rules: 'all' | 'ofThemes' = 'all'): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const options: Axe.RunOptions = {
    resultTypes: ['violations'],
    // Only a rule that is off by itself reads style sheets, and the page has no media.
    preload: false,
    ...(rules === 'all' || isLong ? {} : { runOnly: { type: 'rule', values: rulesOfThemes } }),
  };
  const violations = await page.evaluate(async (run) => {
    const found = await window.axe.run(document, run);
    return found.violations.map(({ id, impact, help, nodes }) => ({
      impact,
      text: `axe-core: ${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
    }));
  }, options);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
};

declare global {
  interface Window {
    readonly axe: typeof Axe;
  }
}
