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
  /** That of the worker ({@link contextOfWorker}). */
  readonly browserContext: BrowserContext;
  /** The page of the file's window, which ends with the file: a workbench that is left open goes on working. */
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

let kept: Promise<BrowserContext> | undefined;

/**
 * One browser per worker: what VS Code's page loads stays in its cache. What VS Code keeps in it is forgotten before each file. A
 * fixture alone would be one per file, as each file extends `test` by itself, and all of them stay open until the worker ends.
 */
const contextOfWorker = async (): Promise<BrowserContext> => {
  const context = await kept;
  if (context?.browser()?.isConnected() === true) return context;
  kept = newContext();
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
    browserContext: [
      async ({}, use) => {
        const context = await contextOfWorker();
        await use(context);
        await context.browser()?.close();
      },
      { scope: 'worker' },
    ],
    page: [
      async ({ browserContext }, use) => {
        const page = await browserContext.newPage();
        await use(page);
        await page.close();
      },
      { scope: 'file' },
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
    openWindow: async ({ browserContext, server }, use) => {
      const opened: Workbench[] = [];
      await use(async (folder) => {
        const window = await openWorkbench(await browserContext.newPage(), server.url, folder, { fresh: false });
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
