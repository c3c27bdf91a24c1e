import type { Locator, Page } from 'playwright-core';
import { patience } from '../../fixtures/chromium.ts';
import { comesWithin } from './comesWithin.ts';
import { repeatUntil } from './repeatUntil.ts';
import { restMouse } from './restMouse.ts';

/** Milliseconds that a toast is waited for before the notification centre is opened. */
const toastPatience = 6000;

/** VS Code's notifications, whether shown as a toast or kept in the notification centre. */
export class Notifications {
  constructor(private readonly page: Page) {}

  /** Those that hold a text. */
  holding(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item', { hasText: text });
  }

  /**
   * Waits for a notification, opening the notification centre if its toast is gone already; again and again, because a busy window
   * may lose the click that opens it, or close it as it gives the focus to something else.
   */
  async waitFor(text: string | RegExp, timeout = patience): Promise<Locator> {
    const found = this.holding(text).first();
    const step = Math.min(toastPatience, timeout / 5);
    for (const end = Date.now() + timeout; Date.now() < end - step; await this.openCentre())
      if (await comesWithin(found, step)) return found;
    await found.waitFor({ timeout: step });
    return found;
  }

  /** Hides the notification centre, which covers the corner of the window after a toast had to be looked up in it. */
  async hideCentre(): Promise<void> {
    if (await this.centre.isVisible())
      await repeatUntil(
        this.page,
        () => this.pressBell(),
        (timeout) => this.centre.waitFor({ state: 'hidden', timeout }),
      );
  }

  private get centre(): Locator {
    return this.page.locator('.notifications-center.visible');
  }

  private async openCentre(): Promise<void> {
    if (!(await this.centre.isVisible())) await this.pressBell();
  }

  /** Opens the notification centre or hides it. A busy window may lose the click. */
  private async pressBell(): Promise<void> {
    await this.page
      .locator('.statusbar-item[id="status.notifications"] a')
      .click({ timeout: 2000 })
      .catch(() => undefined);
  }

  /**
   * Presses a button of the notification that holds a text. A toast may go while it is being pressed: then it is pressed in the
   * notification centre. A pressed button closes its notification, and on a busy machine that may be before its click is known to
   * have arrived: one that is nowhere after a click was pressed. A hover of what was pressed before may lie over the button.
   */
  async press(text: string | RegExp, button: string): Promise<void> {
    let notification = await this.waitFor(text);
    for (const end = Date.now() + patience; ;) {
      try {
        await restMouse(this.page);
        await notification.getByRole('button', { name: button, exact: true }).click({ timeout: 4000 });
        return;
      } catch (thrown) {
        if (Date.now() > end) throw thrown;
      }
      try {
        notification = await this.waitFor(text, 5 * toastPatience);
      } catch {
        return;
      }
    }
  }
}
