import type { Locator, Page } from 'playwright-core';
import { quickInputBox } from './quickInput.ts';
import { repeatUntil } from './repeatUntil.ts';

/** An action's effect, for which its argument is how many milliseconds may pass. */
export type Effect = (timeout: number) => Promise<unknown>;

/** A quick pick or input box stands open. */
export const quickInputOpens =
  (page: Page): Effect =>
  (timeout) =>
    quickInputBox(page).waitFor({ state: 'visible', timeout });

/** Chooses from the context menu of a row, until the effect shows. */
export const chooseFromRowMenu = (
  page: Page,
  row: Locator,
  entry: string | RegExp,
  effect: Effect,
): Promise<void> =>
  repeatUntil(
    page,
    async () => {
      await row.click({ button: 'right', timeout: 10_000 });
      const item = page
        .locator('.monaco-menu')
        .getByRole('menuitem', { name: entry, exact: typeof entry === 'string' });
      await item.hover({ timeout: 3000 });
      // A menu takes no click in its first 100 ms: it may be the end of the one that opened it.
      await page.waitForTimeout(300);
      await item.click({ timeout: 3000 });
    },
    effect,
  );
