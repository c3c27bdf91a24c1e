import type { Page } from 'playwright-core';

/** What an action brings about: resolves once it is there, rejects when so many milliseconds have passed without it. */
export type Effect = (timeout: number) => Promise<unknown>;

/**
 * Milliseconds that an action's effect is waited for before the action is done again, time by time: what is lost is found out
 * soon on an idle machine, and what is only slow has its time on a busy one.
 */
const patience = [4000, 4000, 8000, 8000, 16_000, 32_000];

/**
 * Does something until its effect shows. The workbench loses a click on a row or menu that it is drawing anew in that very
 * moment, and nothing tells that it did. What is half open is closed before the action is done again. Throws what the last
 * action or wait threw.
 */
export const repeatUntil = async (page: Page, action: () => Promise<void>, effect: Effect): Promise<void> => {
  let last: unknown;
  for (const wait of patience) {
    const failure = await action().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    try {
      await effect(wait);
      return;
    } catch (thrown) {
      last = failure ?? thrown;
      await page.keyboard.press('Escape');
    }
  }
  throw last;
};
