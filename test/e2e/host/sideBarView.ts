import type { Locator, Page } from 'playwright-core';
import { repeatUntil, type Effect } from './repeatUntil.ts';
import { restMouse } from './restMouse.ts';

/** A view of the side bar: a header, and a tree below it. */
export class SideBarView {
  /** @param title what its header begins with */
  constructor(
    private readonly page: Page,
    private readonly title: string,
  ) {}

  /** Header and body. */
  get body(): Locator {
    const header = this.page.locator('.pane-header', { hasText: new RegExp(`^\\s*${this.title}`, 'i') });
    return this.page.locator('.part.sidebar .split-view-view', { has: header });
  }

  /** Rows that hold a text; rows outside the visible part do not exist until scrolled to. */
  rows(text: string | RegExp): Locator {
    return this.body.getByRole('treeitem').filter({ hasText: text });
  }

  /** Opens a collapsed row, until it is open: one that is just drawn anew loses the click. */
  async expand(text: string | RegExp): Promise<void> {
    const row = this.rows(text).first();
    const collapsed = row.and(this.page.locator('[aria-expanded="false"]'));
    await row.waitFor();
    await repeatUntil(
      this.page,
      async () => {
        if (await collapsed.isVisible()) await row.locator('.monaco-tl-twistie').click({ timeout: 5000 });
      },
      (timeout) => collapsed.waitFor({ state: 'hidden', timeout }),
    );
  }

  /** Opens the view if it is collapsed to its header. */
  open(): Promise<void> {
    return this.turn(true);
  }

  /** Collapses the view to its header. */
  close(): Promise<void> {
    return this.turn(false);
  }

  /** Presses an inline action of a row until its effect shows; see {@link repeatUntil}. */
  pressActionUntil(text: string | RegExp, action: string, effect: Effect): Promise<void> {
    return repeatUntil(
      this.page,
      async () => {
        const row = this.rows(text).first();
        await row.hover({ timeout: 5000 });
        await row.getByRole('button', { name: action }).click({ timeout: 5000 });
      },
      effect,
    );
  }

  /** Presses a button of the view's header. */
  async pressHeaderAction(action: string): Promise<void> {
    const header = this.body.locator('.pane-header');
    await header.hover();
    await header.getByRole('button', { name: action, exact: true }).click();
  }

  /** Rests on a row until its tooltip holds a text: a row that is drawn anew meanwhile shows none. Then leaves it again. */
  async hover(text: string | RegExp, tooltip: string, whileShown: () => Promise<void>): Promise<void> {
    await repeatUntil(
      this.page,
      async () => {
        await restMouse(this.page);
        await this.rows(text).first().hover({ timeout: 5000 });
      },
      // One that is just going stays in the page for a moment, hidden.
      (timeout) =>
        this.page
          .locator('.monaco-hover', { hasText: tooltip })
          .filter({ visible: true })
          .first()
          .waitFor({ timeout }),
    );
    await whileShown();
    await restMouse(this.page);
  }

  private async turn(open: boolean): Promise<void> {
    const header = this.body.locator('.pane-header');
    await header.waitFor();
    await repeatUntil(
      this.page,
      async () => {
        if ((await header.getAttribute('aria-expanded')) === String(!open))
          await header.click({ timeout: 5000, position: { x: 40, y: 8 } });
      },
      (timeout) => this.body.locator(`.pane-header[aria-expanded="${open}"]`).waitFor({ timeout }),
    );
  }
}
