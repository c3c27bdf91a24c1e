import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import type { SharedServer } from './sharedServer.ts';

/** A VS Code window in a browser of its own. */
export interface Workbench {
  readonly page: Page;
  /** The folder it has open, an absolute path. */
  readonly folder: string;
  /** What the window and its webviews wrote to the console, one entry a line, `[error] …`. */
  readonly console: readonly string[];
  /** Saves `artifacts/e2e/<name>.png`. */
  readonly screenshot: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const artifactsFolder = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  '..',
  'artifacts',
  'e2e',
);
const secondsToShow = 60;

/** Chromium without a sandbox (root in a container has none), without a GPU, and with no way to any host but this one. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
];

const hasFolders = (page: Page): Promise<boolean> =>
  page
    .locator('.explorer-folders-view .monaco-list-row')
    .first()
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );

/**
 * Opens a folder (or a `.code-workspace` file) in a new window and waits until the workbench stands.
 * @param size of the window, in pixels
 */
export const openWorkbench = async (
  server: SharedServer,
  folder: string,
  size: { readonly width: number; readonly height: number } = { width: 1400, height: 900 },
): Promise<Workbench> => {
  const browser = await chromium.launch({
    executablePath: server.chromium,
    headless: true,
    args: chromiumArguments,
  });
  const page = await (await browser.newContext({ viewport: { ...size } })).newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`[pageerror] ${error.message}`));
  const close = async (): Promise<void> => {
    // Leaving the page first tells the server to end this window's extension host at once.
    await page.goto('about:blank').catch(() => undefined);
    await browser.close();
  };
  const screenshot = async (name: string): Promise<void> => {
    mkdirSync(artifactsFolder, { recursive: true });
    await page.screenshot({ path: path.join(artifactsFolder, `${name.replace(/[^A-Za-z0-9]+/g, '-')}.png`) });
  };
  try {
    const address = new URL(server.url);
    address.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
    await page.goto(address.href);
    await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: secondsToShow * 1000 });
    // A workspace file that is asked for before the server's files can be read opens without folders, until it is asked again.
    for (let tries = 0; tries < 3 && folder.endsWith('.code-workspace') && !(await hasFolders(page)); tries++)
      await page.reload();
  } catch (error) {
    await screenshot('workbench-did-not-open').catch(() => undefined);
    await close();
    throw error;
  }
  return { page, folder, console: lines, screenshot, close };
};
