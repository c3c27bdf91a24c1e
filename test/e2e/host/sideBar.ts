import type { Locator, Page } from 'playwright-core';
import { SideBarView } from './sideBarView.ts';

const container = 'Synapse Palace';

/** The extension's view container in the side bar, with its views. */
export class SideBar {
  readonly memory: SideBarView;
  readonly session: SideBarView;
  readonly archive: SideBarView;

  constructor(private readonly page: Page) {
    this.memory = new SideBarView(page, 'Memory');
    this.session = new SideBarView(page, 'Session');
    this.archive = new SideBarView(page, 'Archive');
  }

  /** Its entry in the activity bar. */
  get entry(): Locator {
    return this.page.locator('.part.activitybar').getByRole('tab', { name: container });
  }

  /** Shows the container. */
  async show(): Promise<void> {
    await this.entry.waitFor();
    if ((await this.entry.getAttribute('aria-selected')) !== 'true') await this.entry.click();
    await this.page.locator('.part.sidebar .composite.title', { hasText: new RegExp(container, 'i') }).waitFor();
  }
}
