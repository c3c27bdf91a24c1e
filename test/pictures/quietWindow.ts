import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Workbench } from '../e2e/host/workbench.ts';

const picturesFolder = fileURLToPath(new URL('../../media/pictures/', import.meta.url));

/** Where a picture of the README lies. */
export const pictureFile = (name: string): string => {
  mkdirSync(picturesFolder, { recursive: true });
  return path.join(picturesFolder, name);
};

/** Settings of a window that shows only what a picture is about. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'window.commandCenter': false,
  'editor.minimap.enabled': false,
  'chat.disableAIFeatures': true,
  'breadcrumbs.enabled': false,
};

/** Makes a window as small and as quiet as the pictures need it. */
export const makeQuiet = async ({ page, folder }: Workbench): Promise<void> => {
  const file = path.join(folder, '.vscode', 'settings.json');
  const settings: unknown = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...(settings as object), ...quietSettings }));
  await page.setViewportSize({ width: 1100, height: 700 });
};

/** Takes away the notifications, which would stand before the picture, and waits until nothing moves any more. */
export const clear = async ({ page, quickInput }: Workbench): Promise<void> => {
  await quickInput.runCommand('Notifications: Clear All Notifications');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
};
