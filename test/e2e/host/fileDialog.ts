import type { Page } from 'playwright-core';
import { quickInputBox, quickPickRows, typeQuickInput } from './quickInput.ts';

/** Checks, 150 ms apart, after which what stands in the box is believed to stay. */
const steady = 5;

/**
 * Answers VS Code's own file dialog with an absolute path; a folder's ends with `/`. The dialog writes its folder and a
 * suggested name into the box once it has listed the folder, over whatever was typed before, so it is typed until it stays.
 */
export const answerFileDialog = async (page: Page, place: string): Promise<void> => {
  await quickPickRows(page, '..').first().waitFor();
  for (let same = 0; same < steady;) {
    if ((await quickInputBox(page).inputValue()) === place) same += 1;
    else {
      same = 0;
      await typeQuickInput(page, place);
    }
    await page.waitForTimeout(150);
  }
  await page.keyboard.press('Enter');
};
