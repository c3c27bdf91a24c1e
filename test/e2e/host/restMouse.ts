import type { Page } from 'playwright-core';

/** Moves the mouse to the middle of the editors, where the workbench shows no hover: one may lie over what is to be pressed. */
export const restMouse = (page: Page): Promise<void> => page.mouse.move(900, 300);
