import type { Page } from 'playwright-core';
import { comesWithin } from './comesWithin.ts';
import { Workbench } from './workbench.ts';

const hasFolders = (page: Page): Promise<boolean> =>
  comesWithin(page.locator('.explorer-folders-view .monaco-list-row'), 10_000);

/** Forgets what VS Code keeps in the browser, so that no window finds anything of those before. */
const forgetState = async (page: Page, url: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'cookies,local_storage,indexeddb',
  });
  await session.detach();
};

/**
 * Opens a folder (or a `.code-workspace` file) in a page and waits until the workbench stands.
 * @param url the VS Code server's
 * @param fresh whether what windows before kept in the browser is forgotten first; not where one of them is still open
 */
export const openWorkbench = async (
  page: Page,
  url: string,
  folder: string,
  { fresh = true } = {},
): Promise<Workbench> => {
  const workbench = new Workbench(page, folder);
  const isWorkspaceFile = folder.endsWith('.code-workspace');
  try {
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.mouse.move(0, 0);
    if (fresh) await forgetState(page, url);
    const address = new URL(url);
    address.searchParams.set(isWorkspaceFile ? 'workspace' : 'folder', folder);
    await page.goto(address.href);
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    // A workspace file that is asked for before the server's files can be read opens without folders, until it is asked again.
    for (let tries = 0; tries < 3 && isWorkspaceFile && !(await hasFolders(page)); tries++) await page.reload();
    return workbench;
  } catch (error) {
    await workbench.takePicture('workbench-did-not-open').catch(() => undefined);
    await workbench.close();
    throw error;
  }
};
