import type { Locator, Page } from 'playwright-core';

const widget = (page: Page): Locator => page.locator('.quick-input-widget');

/** The text box of the open quick pick or input box. */
export const quickInputBox = (page: Page): Locator => widget(page).locator('input[type="text"]');

/** The rows of the open quick pick that hold a text, in its order. */
export const quickPickRows = (page: Page, text: string | RegExp): Locator =>
  widget(page).locator('.quick-input-list .monaco-list-row', { hasText: text });

/** A row of the open quick pick by its place, from 0. Rows stand in the document in any order. */
export const quickPickRow = (page: Page, index: number): Locator =>
  widget(page).locator(`.quick-input-list .monaco-list-row[data-index="${index}"]`);

/**
 * Runs a command from the palette by its title, for instance `Synapse Palace: Search`. A palette that was opened before the
 * extensions' commands were known never shows them, so it is opened again until the command is there.
 */
export const runCommand = async (page: Page, title: string, milliseconds = 30_000): Promise<void> => {
  const row = quickPickRows(page, title).first();
  const end = Date.now() + milliseconds;
  for (;;) {
    await page.keyboard.press('F1');
    await quickInputBox(page).waitFor({ state: 'visible' });
    await quickInputBox(page).fill(`>${title}`);
    const found = await row.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (found) break;
    if (Date.now() > end) throw new Error(`The palette has no command “${title}”.`);
    await page.keyboard.press('Escape');
  }
  await row.click();
};

/** Chooses the first row of the open quick pick that holds the text; waits for it to appear. */
export const chooseQuickPick = async (page: Page, text: string | RegExp): Promise<void> => {
  await quickPickRows(page, text).first().click();
};

/** Types into the open quick pick or input box without accepting. */
export const typeQuickInput = async (page: Page, text: string): Promise<void> => {
  await quickInputBox(page).waitFor({ state: 'visible' });
  await quickInputBox(page).fill(text);
};

/** Types into the open input box and accepts. */
export const answerInputBox = async (page: Page, text: string): Promise<void> => {
  await typeQuickInput(page, text);
  await page.keyboard.press('Enter');
};
