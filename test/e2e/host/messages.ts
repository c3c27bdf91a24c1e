import type { Locator, Page } from 'playwright-core';

/** The notifications that hold a text, whether shown as a toast or kept in the notification centre. */
export const notifications = (page: Page, text: string | RegExp): Locator =>
  page.locator('.notification-list-item', { hasText: text });

/** Waits for a notification, opening the notification centre if its toast is gone already. */
export const waitForNotification = async (
  page: Page,
  text: string | RegExp,
  milliseconds = 30_000,
): Promise<Locator> => {
  const found = notifications(page, text).first();
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await found.isVisible()) return found;
    if (Date.now() > end) throw new Error(`No notification says ${String(text)}.`);
    if (
      !(await page.locator('.notifications-center.visible').isVisible()) &&
      Date.now() > end - milliseconds * 0.8
    )
      await page
        .locator('.statusbar-item[id="status.notifications"] a')
        .click({ timeout: 2000 })
        .catch(() => undefined);
    await page.waitForTimeout(150);
  }
};

/** Presses a button of the notification that holds a text. */
export const pressNotificationButton = async (
  page: Page,
  text: string | RegExp,
  button: string,
): Promise<void> => {
  const notification = await waitForNotification(page, text);
  await notification.getByRole('button', { name: button, exact: true }).click();
};

/** The open modal dialog; it has to be answered before anything else reacts. */
export const modalDialog = (page: Page): Locator => page.locator('.monaco-dialog-box');

/** Presses a button of the open modal dialog. */
export const pressDialogButton = async (page: Page, button: string | RegExp): Promise<void> => {
  await modalDialog(page).getByRole('button', { name: button }).click();
};

/** The status bar entries that hold a text. */
export const statusBarEntries = (page: Page, text: string | RegExp): Locator =>
  page.locator('.statusbar-item', { hasText: text });
