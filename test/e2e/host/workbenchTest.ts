import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'vitest';
import { launchChromium, patience } from '../../fixtures/chromium.ts';
import { openWorkbench } from './openWorkbench.ts';
import { serverOfWorker } from './serverOfWorker.ts';
import { stillness } from './stillness.ts';
import type { Workbench } from './workbench.ts';

interface FileFixtures {
  /** That of the worker ({@link pageOfWorker}). The file's window in it ends with the file: one that is left open goes on working. */
  readonly page: Page;
  /** Where the server listens, and its state; the one that all files of a worker share unless a file starts its own. */
  readonly server: RunningServer;
  /** One window for all tests of the file. */
  readonly workbench: Workbench;
}

interface TestFixtures {
  /** Opens one more window on a folder, while the file's own is open; closed after the test. */
  readonly openWindow: (folder: string) => Promise<Workbench>;
  readonly screenshotOnFailure: undefined;
}

let kept: Promise<Page> | undefined;

/**
 * One browser per worker, and one page of it for the files' windows: VS Code's program stays in its cache, and compiled in the page's
 * process. What VS Code keeps in the browser is forgotten before each file. A fixture alone would be one per file, as each file extends
 * `test` by itself, and all of them stay open until the worker ends.
 */
const pageOfWorker = async (): Promise<Page> => {
  const page = await kept;
  if (page?.context().browser()?.isConnected() === true && !page.isClosed()) return page;
  kept = newContext().then((context) => context.newPage());
  return kept;
};

const newContext = async (): Promise<BrowserContext> => {
  const browser = await launchChromium(serverOfWorker().chromium);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(patience);
  await context.addInitScript({ content: stillness });
  return context;
};

/** A VS Code server that tests open windows of. */
export interface RunningServer {
  readonly url: string;
  readonly stateFolder: string;
  readonly stop: () => Promise<void>;
}

const keptServer = (): Promise<RunningServer> =>
  Promise.resolve({ ...serverOfWorker(), stop: () => Promise.resolve() });

/**
 * Removes a folder in which an owner that is just ending may still write its last file. The retries of `rmSync` itself try the folder
 * again, not what came into it.
 */
const removeOnceFree = async (folder: string): Promise<void> => {
  for (let left = 200; ; left--)
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (thrown) {
      if (left === 0) throw thrown;
      await delay(100);
    }
};

/** The folder right below the system's for temporary files that a path is in; a workspace may be a folder or file deeper down. */
const temporaryRoot = (place: string): string => {
  const [first = ''] = path.relative(os.tmpdir(), place).split(path.sep);
  return first === '..' || first === '' ? place : path.join(os.tmpdir(), first);
};

/**
 * A `test` whose tests share one window (`workbench`) for the whole file, on a temporary folder. A failed test leaves a
 * screenshot in `artifacts/e2e/`.
 * @param workspace text by path, relative to the folder; or what makes a temporary folder and gives its path
 * @param startServer for a file that needs a server of its own
 */
export const workbenchTest = (
  workspace: Readonly<Record<string, string>> | (() => string),
  startServer = keptServer,
) =>
  test.extend<FileFixtures & TestFixtures>({
    page: [
      async ({}, use) => {
        const page = await pageOfWorker();
        await use(page);
        await page.context().browser()?.close();
      },
      { scope: 'worker' },
    ],
    server: [
      async ({}, use) => {
        const server = await startServer();
        await use(server);
        await server.stop();
      },
      { scope: 'file' },
    ],
    workbench: [
      async ({ page, server }, use) => {
        const folder = typeof workspace === 'function' ? workspace() : temporaryWorkspace(workspace);
        const workbench = await openWorkbench(page, server.url, folder);
        await use(workbench);
        await workbench.close();
        await removeOnceFree(temporaryRoot(folder));
      },
      { scope: 'file' },
    ],
    openWindow: async ({ page, server }, use) => {
      const opened: Workbench[] = [];
      await use(async (folder) => {
        const window = await openWorkbench(await page.context().newPage(), server.url, folder, { fresh: false });
        opened.push(window);
        return window;
      });
      for (const window of opened) {
        await window.close();
        await window.page.close();
      }
    },
    screenshotOnFailure: [
      async ({ workbench, onTestFailed, task }, use) => {
        onTestFailed(() => workbench.takePicture(`failed ${task.name}`));
        await use(undefined);
      },
      { auto: true },
    ],
  });

/** Writes the files into a new temporary folder and returns its path. */
export const temporaryWorkspace = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'synapse-workspace-'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
};
