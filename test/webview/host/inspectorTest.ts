import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect, inject, test as vitestTest } from 'vitest';
import { launchChromium, patience } from '../../fixtures/chromium.ts';
import { editorInterface } from './editorInterface.ts';
import { InspectorPage, type InspectorView } from './inspectorPage.ts';

interface FileFixtures {
  /** One per worker. */
  readonly browser: Browser;
  /** Makes a page that ends with the file. */
  readonly newPage: () => Promise<Page>;
  /** The page that tests share, one after the other: a new one costs more than most tests. */
  readonly sharedPage: Page;
}

interface TestFixtures {
  /** Opens an inspector as on the first day, in the shared page. What it complains of fails the test. */
  readonly openInspector: (view?: InspectorView) => Promise<InspectorPage>;
  /** One inspector: dark, 1200 pixels wide. */
  readonly inspector: InspectorPage;
  /** The same in a page that no other test gets, for what cannot be taken back. */
  readonly inspectorAlone: InspectorPage;
}

/** Where tests leave their pictures; ignored by git. */
const picturesFolder = fileURLToPath(new URL('../../../artifacts/webview/', import.meta.url));

/** Where a picture lies. */
export const pictureFile = (name: string): string => {
  mkdirSync(picturesFolder, { recursive: true });
  return path.join(picturesFolder, `${name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 100)}.png`);
};

/** A `test` with an inspector as on the first day for each test, all in one context per file. */
export const test = vitestTest.extend<FileFixtures & TestFixtures>({
  browser: [
    async ({}, use) => {
      const browser = await launchChromium(inject('inspectorUnderTest').chromium);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  newPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext();
      context.setDefaultTimeout(patience);
      await context.addInitScript(editorInterface);
      await use(() => context.newPage());
      await context.close();
    },
    { scope: 'file' },
  ],
  sharedPage: [async ({ newPage }, use) => use(await newPage()), { scope: 'file' }],
  openInspector: async ({ sharedPage, onTestFailed, task }, use) => {
    const opened: InspectorPage[] = [];
    onTestFailed(async () => void (await sharedPage.screenshot({ path: pictureFile(`failed ${task.name}`) })));
    await use(async (view) => {
      const inspector = await InspectorPage.open(sharedPage, inject('inspectorUnderTest').url, view);
      opened.push(inspector);
      return inspector;
    });
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
  inspector: async ({ openInspector }, use) => use(await openInspector()),
  inspectorAlone: async ({ newPage }, use) => {
    const page = await newPage();
    const inspector = await InspectorPage.open(page, inject('inspectorUnderTest').url);
    await use(inspector);
    await page.close();
    expect(inspector.complaints).toEqual([]);
  },
});
