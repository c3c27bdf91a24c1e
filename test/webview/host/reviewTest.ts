import { test as inspectorTest } from './inspectorTest.ts';
import { ReviewTab } from './reviewTab.ts';

/** A `test` whose inspector has a review to show. */
export const test = inspectorTest.extend<{ review: ReviewTab }>({
  review: async ({ inspector }, use) => use(new ReviewTab(inspector)),
});
