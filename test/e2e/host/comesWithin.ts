import type { Locator } from 'playwright-core';

/** Whether something shows before so many milliseconds have passed. */
export const comesWithin = (locator: Locator, milliseconds: number): Promise<boolean> =>
  locator
    .first()
    .waitFor({ timeout: milliseconds })
    .then(
      () => true,
      () => false,
    );
