import type { Locator, Page } from 'playwright-core';
import { repeatUntil } from './repeatUntil.ts';

/** The entry of a view container in the activity bar. */
export const viewContainerEntry = (page: Page, title: string): Locator =>
  page.locator('.part.activitybar').getByRole('tab', { name: title });

/** Shows a view container in the side bar. */
export const showViewContainer = async (page: Page, title: string): Promise<void> => {
  const entry = viewContainerEntry(page, title);
  await entry.waitFor();
  if ((await entry.getAttribute('aria-selected')) !== 'true') await entry.click();
  await page.locator('.part.sidebar .composite.title', { hasText: new RegExp(title, 'i') }).waitFor();
};

/** A view of the side bar, header and body, by its title. */
export const view = (page: Page, title: string): Locator =>
  page.locator('.part.sidebar .split-view-view', {
    has: page.locator('.pane-header', { hasText: new RegExp(`^\\s*${title}`, 'i') }),
  });

/** Rows of a tree view that hold a text; rows outside the visible part do not exist until scrolled to. */
export const treeRows = (page: Page, viewTitle: string, text: string | RegExp): Locator =>
  view(page, viewTitle).getByRole('treeitem').filter({ hasText: text });

/** Opens a collapsed row of a tree view. */
export const expandTreeRow = async (page: Page, viewTitle: string, text: string | RegExp): Promise<void> => {
  const row = treeRows(page, viewTitle, text).first();
  await row.waitFor();
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('.monaco-tl-twistie').click();
};

/** Opens a view of the side bar that is collapsed to its header. */
export const openView = (page: Page, title: string): Promise<void> => turnView(page, title, true);

/** Collapses a view of the side bar to its header. */
export const closeView = (page: Page, title: string): Promise<void> => turnView(page, title, false);

const turnView = async (page: Page, title: string, open: boolean): Promise<void> => {
  const header = view(page, title).locator('.pane-header');
  await header.waitFor();
  await repeatUntil(
    page,
    async () => {
      if ((await header.getAttribute('aria-expanded')) === String(!open))
        await header.click({ timeout: 5000, position: { x: 40, y: 8 } });
    },
    (timeout) => view(page, title).locator(`.pane-header[aria-expanded="${open}"]`).waitFor({ timeout }),
  );
};

/** Presses an inline action of a tree row until its effect shows; see {@link repeatUntil}. */
export const pressRowActionUntil = (
  page: Page,
  viewTitle: string,
  text: string | RegExp,
  action: string,
  effect: (timeout: number) => Promise<unknown>,
): Promise<void> =>
  repeatUntil(
    page,
    async () => {
      const row = treeRows(page, viewTitle, text).first();
      await row.hover({ timeout: 5000 });
      await row.getByRole('button', { name: action }).click({ timeout: 5000 });
    },
    effect,
  );
