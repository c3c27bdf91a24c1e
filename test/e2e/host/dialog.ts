import type { Locator, Page } from 'playwright-core';

/** The open modal dialog; it has to be answered before anything else reacts. */
export class Dialog {
  constructor(private readonly page: Page) {}

  get box(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async press(button: string | RegExp): Promise<void> {
    await this.box.getByRole('button', { name: button }).click();
  }
}
