import type { Page } from 'playwright-core';
import { quickPickRows, typeQuickInput } from './quickInput.ts';

/** Opens a file by its name and selects all of its text. */
export const openSelected = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+P');
  await typeQuickInput(page, name);
  await quickPickRows(page, name).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await page.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('Control+A');
};
