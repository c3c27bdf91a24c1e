import type { Locator, Page } from 'playwright-core';
import { patience } from '../../fixtures/chromium.ts';
import { comesWithin } from './comesWithin.ts';
import { repeatUntil, type Effect } from './repeatUntil.ts';

/** Frames after which what stands in the file dialog's box is believed to stay. */
const steadyFrames = 40;

/** The command palette, quick picks, input boxes and VS Code's own file dialog: one widget at the top of the window. */
export class QuickInput {
  constructor(private readonly page: Page) {}

  private get widget(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /** The text box of what is open. */
  get box(): Locator {
    return this.widget.locator('input[type="text"]');
  }

  /** A quick pick or input box stands open. */
  readonly opens: Effect = (timeout) => this.box.waitFor({ state: 'visible', timeout });

  /** The rows of the open quick pick that hold a text, in its order. */
  rows(text: string | RegExp): Locator {
    return this.widget.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** The rows of the open quick pick with just this label. */
  labelled(label: string): Locator {
    return this.widget
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name').getByText(label, { exact: true }) });
  }

  /** A row of the open quick pick by its place, from 0. Rows stand in the document in any order. */
  row(index: number): Locator {
    return this.widget.locator(`.quick-input-list .monaco-list-row[data-index="${index}"]`);
  }

  /**
   * Runs a command from the palette by its title, for instance `Synapse Palace: Search`, then chooses from the quick picks that it
   * opens, by label. A palette that was opened before the extensions' commands were known never shows them, and a palette or pick
   * that loses the keyboard to a view or document that is just opening goes, so all is done again until the last was clicked.
   */
  async runCommand(title: string, ...labels: readonly string[]): Promise<void> {
    const row = this.rows(title).first();
    for (const end = Date.now() + patience; ;) {
      try {
        await this.page.keyboard.press('F1');
        await this.type(`>${title}`, 2000);
        await row.waitFor({ timeout: 2000 });
        await row.click({ timeout: 4000 });
        for (const label of labels) await this.labelled(label).click({ timeout: 8000 });
        return;
      } catch (cause) {
        if (Date.now() > end) throw new Error(`Not in the palette: ${[title, ...labels].join(' › ')}.`, { cause });
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /**
   * Opens the palace's search with a text in it, or empty, until it shows a row. A part of the window that is just opening may
   * take the keyboard, which closes the search.
   */
  async searchUntil(text: string, row: Locator): Promise<void> {
    await repeatUntil(
      this.page,
      async () => {
        await this.runCommand('Synapse Palace: Search Memory');
        if (text !== '') await this.type(text, 10_000);
      },
      (timeout) => row.waitFor({ timeout }),
    );
  }

  /** Chooses the first row of the open quick pick that holds the text; waits for it to appear. */
  async choose(text: string | RegExp): Promise<void> {
    await this.rows(text).first().click();
  }

  /** Narrows the open quick pick to the rows with a label, and accepts the first of them. */
  async narrowTo(label: string): Promise<void> {
    await this.type(label);
    await this.widget.locator('.monaco-list-row.focused', { hasText: label }).waitFor();
    await this.page.keyboard.press('Enter');
  }

  /**
   * Types into the open quick pick or input box without accepting; waits so many milliseconds for the box. A list whose row was just
   * clicked may take the keyboard between the box's selection and its text, which is lost then, so it is typed until it stands there.
   */
  async type(text: string, timeout = patience): Promise<void> {
    await this.box.waitFor({ state: 'visible', timeout });
    for (const end = Date.now() + timeout; ;) {
      await this.box.fill(text, { timeout });
      const typed = await this.box.inputValue({ timeout });
      if (typed === text) return;
      if (Date.now() > end) throw new Error(`The box has “${typed}” instead of “${text}”.`);
    }
  }

  /** Types into the open quick pick until a row stands in it: a pick that is just drawn anew after a click may lose what is typed. */
  async typeUntil(text: string, row: Locator): Promise<void> {
    for (const end = Date.now() + patience; ;) {
      await this.type(text);
      if (await comesWithin(row, 10_000)) return;
      if (Date.now() > end) throw new Error(`Nothing in the list after “${text}” was typed.`);
    }
  }

  /** Types into the open input box and accepts. */
  async answer(text: string): Promise<void> {
    await this.type(text);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Answers VS Code's own file dialog with an absolute path; a folder's ends with `/`. The dialog writes its folder and a
   * suggested name into the box once it has listed the folder, over whatever was typed before, so it is typed until it stays.
   */
  async answerFileDialog(place: string): Promise<void> {
    await this.rows('..').first().waitFor();
    for (let same = 0; same < steadyFrames; same++) {
      if ((await this.box.inputValue()) !== place) {
        same = 0;
        await this.type(place);
      }
      await this.page.evaluate('new Promise(requestAnimationFrame)');
    }
    await this.page.keyboard.press('Enter');
  }
}
