import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { patience } from '../../fixtures/chromium.ts';
import { isLong } from '../../fixtures/testSize.ts';
import { Dialog } from './dialog.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { repeatUntil, type Effect } from './repeatUntil.ts';
import { SideBar } from './sideBar.ts';
import type { SideBarView } from './sideBarView.ts';

const artifactsFolder = fileURLToPath(new URL('../../../artifacts/e2e/', import.meta.url));

/** A VS Code window: a page of a browser. What knows VS Code's page is here and in the parts. */
export class Workbench {
  /** What the window and its webviews wrote to the console, one entry a line, `[error] …`. */
  readonly console: string[] = [];
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly sideBar: SideBar;

  /** @param folder the folder (or workspace file) that it has open, an absolute path */
  constructor(
    readonly page: Page,
    readonly folder: string,
  ) {
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.sideBar = new SideBar(page);
    page.removeAllListeners();
    page.on('console', (message) => this.console.push(`[${message.type()}] ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`[pageerror] ${error.message}`));
  }

  /** Ends the window; its page can be opened on another one. */
  async close(): Promise<void> {
    // Leaving the page tells the server to end this window's extension host at once.
    await this.page.goto('about:blank').catch(() => undefined);
  }

  /** Saves `artifacts/e2e/<name>.png` for a person to look at: in a long run, and where files of tests are named. */
  async screenshot(name: string): Promise<void> {
    if (isLong || process.env['SYNAPSE_E2E_PICTURES'] === '1') await this.takePicture(name);
  }

  /** Saves `artifacts/e2e/<name>.png`, in every run. */
  async takePicture(name: string): Promise<void> {
    mkdirSync(artifactsFolder, { recursive: true });
    await this.page.screenshot({ path: path.join(artifactsFolder, `${name.replace(/[^A-Za-z0-9]+/g, '-')}.png`) });
  }

  /** The status bar entries that hold a text. */
  statusBarEntries(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /** Mines the open workspace from the palette and gives the summary that the notification shows. */
  async mine(): Promise<string> {
    await this.quickInput.runCommand('Synapse Palace: Mine Workspace');
    const notification = await this.notifications.waitFor('Mined the workspace');
    return (await notification.innerText()).replace(/\s+/g, ' ');
  }

  /**
   * Waits until a passage is shown in the active editor: its lines highlighted, nothing selected, so that typing replaces
   * nothing.
   */
  async passageShown(): Promise<void> {
    await this.page.locator('.editor-group-container.active .view-overlays [class*="ced-"]').first().waitFor();
    await this.page.locator('.statusbar-item', { hasText: /Ln \d+, Col \d+$/ }).waitFor();
  }

  /**
   * Opens a file and selects all of its text. It is asked for by its absolute path, which the picker looks up itself: for a
   * name it needs ripgrep, which VS Code 1.100 would download while it is installed.
   * @param file below the workspace's folder
   */
  async openSelected(file: string): Promise<void> {
    const name = path.basename(file);
    const row = this.quickInput.rows(name).first();
    await repeatUntil(
      this.page,
      async () => {
        await this.page.keyboard.press('Control+P');
        await this.quickInput.type(path.join(this.folder, file));
      },
      (timeout) => row.waitFor({ timeout }),
    );
    await this.page.keyboard.press('Enter');
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.monaco-editor .view-line').first().click();
    await this.page.keyboard.press('Control+A');
  }

  /**
   * Chooses from the context menu of a row, until the effect shows.
   * @param select what has to be selected before, each time
   */
  chooseFromRowMenu(
    row: Locator,
    entry: string | RegExp,
    effect: Effect,
    select = async (): Promise<void> => {},
  ): Promise<void> {
    return repeatUntil(
      this.page,
      async () => {
        await select();
        await row.click({ button: 'right', timeout: 10_000 });
        const menu = this.page.locator('.monaco-menu');
        await menu
          .getByRole('menuitem', { name: entry, exact: typeof entry === 'string' })
          .hover({ timeout: 3000 });
        // The keyboard, as a menu takes no click in its first 100 ms: it may be the end of the one that opened it.
        await menu.locator('.action-item.focused', { hasText: entry }).waitFor({ timeout: 3000 });
        await this.page.keyboard.press('Enter');
      },
      effect,
    );
  }

  /** Chooses an entry of a submenu of a view's “…” menu, until the effect shows. */
  chooseFromViewMenu(
    view: SideBarView,
    [submenu, entry]: readonly [string, string],
    effect: Effect,
  ): Promise<void> {
    return repeatUntil(
      this.page,
      async () => {
        await this.page.keyboard.press('Escape');
        const header = view.body.locator('.pane-header');
        await header.hover({ timeout: 5000 });
        await header.locator('.action-label[aria-label^="More Actions"]').click({ timeout: 5000 });
        const items = this.page.locator('.monaco-menu').getByRole('menuitem');
        await items.filter({ hasText: submenu }).first().hover({ timeout: 3000 });
        await items.filter({ hasText: entry }).first().hover({ timeout: 3000 });
        await this.page
          .locator('.monaco-menu .action-item.focused', { hasText: entry })
          .last()
          .waitFor({ timeout: 3000 });
        await this.screenshot(`menu ${submenu}`);
        await this.page.keyboard.press('Enter');
      },
      effect,
    );
  }

  /** Opens the inspector on a query from the row of a result, as a person does. */
  async explainRanking(query: string, result: string): Promise<FrameLocator> {
    const row = this.quickInput.rows(result).first();
    await this.quickInput.searchUntil(query, row);
    await row.hover();
    await row.getByRole('button', { name: 'Explain the Ranking' }).click();
    return this.webview('#inspector');
  }

  /**
   * The document that the extension wrote into a webview. VS Code nests it in two frames (`iframe.webview`, then
   * `iframe#active-frame`) and replaces both when the webview is shown again, so ask anew after switching editors.
   * @param selector something only this webview holds; waited for
   */
  webview(selector: string, timeout = patience): Promise<FrameLocator> {
    const webviews = this.page.locator('iframe.webview');
    return vi.waitFor(
      async () => {
        for (let index = 0, count = await webviews.count(); index < count; index++) {
          const document = webviews.nth(index).contentFrame().locator('iframe#active-frame').contentFrame();
          // A frame that is just being replaced cannot be counted in: it is asked again.
          if (
            (await document
              .locator(selector)
              .count()
              .catch(() => 0)) > 0
          )
            return document;
        }
        throw new Error(`No webview holds ${selector}.`);
      },
      { timeout, interval: 100 },
    );
  }
}
