import type { Locator, Page } from 'playwright-core';

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
  page.locator('.part.sidebar .split-view-view', { has: page.locator('.pane-header', { hasText: new RegExp(`^\\s*${title}`, 'i') }) });

/** Rows of a tree view that hold a text; rows outside the visible part do not exist until scrolled to. */
export const treeRows = (page: Page, viewTitle: string, text: string | RegExp): Locator =>
  view(page, viewTitle).getByRole('treeitem').filter({ hasText: text });

/** Opens a collapsed row of a tree view. */
export const expandTreeRow = async (page: Page, viewTitle: string, text: string | RegExp): Promise<void> => {
  const row = treeRows(page, viewTitle, text).first();
  await row.waitFor();
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('.monaco-tl-twistie').click();
};

/** Presses an inline action of a tree row. */
export const pressRowAction = async (page: Page, viewTitle: string, text: string | RegExp, action: string): Promise<void> => {
  const row = treeRows(page, viewTitle, text).first();
  await row.hover();
  await row.getByRole('button', { name: action }).click();
};
