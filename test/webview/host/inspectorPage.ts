import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readTheme, type ThemeName } from '../../../scripts/inspectorServer.mjs';
import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import type { HostMessage, InspectorMessage } from '../../../extension/protocol/inspectorMessages.ts';
import { parseInspectorMessage } from '../../../extension/protocol/parseMessage.ts';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import type {} from './editorInterface.ts';

type Sent<Type extends InspectorMessage['type']> = Extract<InspectorMessage, { readonly type: Type }>;

/** How a page of the inspector is opened. */
export interface InspectorView {
  readonly theme?: ThemeName;
  /** Of the window, in pixels. */
  readonly width?: number;
  /** Of the texts: English, a language of `l10n/`, or `marked` (English between `translationMarks`). */
  readonly language?: string;
}

let sessions = 0;

/** Gives the page another theme's variables and class, in place, as the editor does. */
const switchTheme = async ({ theme, kind }: { theme: string; kind: string }): Promise<void> => {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (sheet === null) throw new Error('The page has no stylesheet.');
  const next = sheet.cloneNode() as HTMLLinkElement;
  next.href = `/inspector.css?theme=${theme}`;
  const loaded = new Promise((resolve, reject) => {
    next.addEventListener('load', resolve);
    next.addEventListener('error', reject);
  });
  sheet.after(next);
  await loaded;
  sheet.remove();
  document.body.className = kind;
  document.body.dataset['vscodeThemeKind'] = kind;
};

/** The inspector in a page, with the editor's side of the conversation in the test's hands. */
export class InspectorPage {
  /** The messages of the editor so far. */
  readonly sent: unknown[] = [];
  /** Errors, warnings and breaches of the content policy: none is allowed. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly address: string,
  ) {}

  /**
   * Opens the inspector as on the first day. The page may have shown another one.
   * @param page one that {@link editorInterface} was added to
   * @param url where the inspector is served
   */
  static async open(
    page: Page,
    url: string,
    { theme = 'dark', width = 1200, language = 'en' }: InspectorView = {},
  ): Promise<InspectorPage> {
    sessions += 1;
    const inspector = new InspectorPage(page, `${url}?theme=${theme}&language=${language}&session=${sessions}`);
    page.removeAllListeners();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) inspector.complaints.push(message.text());
    });
    page.on('pageerror', (error) => inspector.complaints.push(`uncaught: ${error.message}`));
    await page.mouse.move(0, 0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width, height: 900 });
    await inspector.reload();
    return inspector;
  }

  /** As when the editor's theme changes or its window is resized: the page is not loaded again. */
  async changeView({ theme = 'dark', width = 1200 }: InspectorView = {}): Promise<void> {
    await this.page.setViewportSize({ width, height: 900 });
    await this.page.evaluate(switchTheme, { theme, kind: readTheme(theme).bodyClass });
    await this.settle();
  }

  /** As after a reload of the window: the webview's own state is kept. */
  async reload(): Promise<void> {
    await this.page.goto(this.address);
    await this.waitForPosted('ready');
  }

  /** Sends a message of the editor; see {@link sendAnything}. */
  async send(message: HostMessage): Promise<void> {
    await this.sendAnything(message);
  }

  /** Sends whatever a test likes; a turn of the event loop and a frame pass before it returns. */
  async sendAnything(message: unknown): Promise<void> {
    this.sent.push(message);
    await this.page.evaluate((value) => window.postMessage(value, '*'), message);
    await this.settle();
  }

  /** Waits for a turn of the event loop and two frames: what was begun is drawn by then. */
  settle(): Promise<void> {
    return this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), 0);
        }),
    );
  }

  /** What the inspector has sent since it was loaded, as it came. */
  posted(): Promise<readonly { readonly type: string }[]> {
    return this.page.evaluate(() => window.posted);
  }

  async waitForPosted(type: InspectorMessage['type']): Promise<void> {
    await this.page.waitForFunction((wanted) => window.posted.some((message) => message.type === wanted), type);
  }

  /** How many messages of a type the inspector has sent. */
  async countPosted(type: InspectorMessage['type']): Promise<number> {
    return (await this.posted()).filter((message) => message.type === type).length;
  }

  /** The last message of a type; fails if there is none, or one that the editor would refuse. */
  async lastPosted<Type extends InspectorMessage['type']>(type: Type): Promise<Sent<Type>> {
    const parsed = parseInspectorMessage((await this.posted()).findLast((message) => message.type === type));
    if (!parsed.ok) throw new Error(`The last “${type}” of the inspector: ${parsed.refused.message}`);
    return parsed.message as Sent<Type>;
  }

  /** Fails if the editor would refuse anything that the inspector has sent. */
  async expectUnderstood(): Promise<void> {
    expect((await this.posted()).filter((message) => !parseInspectorMessage(message).ok)).toEqual([]);
  }

  /** Answers `ready`. */
  async init(parts: Partial<Extract<HostMessage, { readonly type: 'init' }>> = {}): Promise<void> {
    await this.send({
      type: 'init',
      palace: samplePalace,
      profiles: { names: ['default', 'orient', 'evaluate', 'decide', 'baseline'], current: 'default' },
      navigation: null,
      searches: { recent: [], starred: [] },
      commands: ['mineWorkspace', 'rebuildEmbeddings', 'status', 'showLog'],
      ...parts,
    });
  }

  /** Types a query and presses Enter; gives the search's request ID. */
  async query(text: string): Promise<string> {
    const input = this.page.getByRole('textbox', { name: 'Search this palace' });
    // A query that was just chosen is written into the box when the page is drawn: over a selection, the text is added to it.
    do await input.fill(text);
    while ((await input.inputValue()) !== text);
    await input.press('Enter');
    return (await this.lastPosted('search')).requestId;
  }

  /** Asks, and answers with a result. */
  async show(result: SearchResult, query = result.query): Promise<string> {
    const requestId = await this.query(query);
    await this.send({ type: 'result', requestId, result });
    return requestId;
  }

  /** From the first message to the results of a search. */
  async start(result: SearchResult = sampleResult(Date.now())): Promise<string> {
    await this.init();
    return this.show(result);
  }

  /** From the first message to a tab beside the results. */
  async startIn(tab: string, result: SearchResult): Promise<string> {
    const requestId = await this.start(result);
    await this.page.getByRole('tab', { name: tab }).click();
    await this.settle();
    return requestId;
  }

  /** What the live region says. */
  spoken(): Promise<string | null> {
    return this.page.locator('[aria-live=polite]').textContent();
  }

  /** The name of what has the focus: its label, else its text. */
  focusedLabel(): Promise<string> {
    return this.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  }

  /** The text of what has the focus. */
  focusedText(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.textContent ?? '');
  }
}
