import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { runCommand } from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { expandTreeRow, showViewContainer } from './host/views.ts';
import { webviewDocument } from './host/webviewDocument.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

const themes = [
  { theme: 'Dark Modern', kind: 'vscode-dark' },
  { theme: 'Light Modern', kind: 'vscode-light' },
  { theme: 'Default High Contrast', kind: 'vscode-high-contrast' },
  { theme: 'Default High Contrast Light', kind: 'vscode-high-contrast-light' },
] as const;

test('view and inspector follow a change of theme while they stand open', async ({ workbench }) => {
  const { page, folder } = workbench;
  await mineFromPalette(page);
  await page.keyboard.press('Escape');
  await showViewContainer(page, 'Synapse Palace');
  await expandTreeRow(page, 'Memory', /^ferry/);
  await runCommand(page, 'Synapse Palace: Search with Explained Ranking');
  const inspector = await webviewDocument(page, '#inspector');
  await inspector.getByLabel('Search this palace').locator('input').fill('how are refunds rounded');
  await page.keyboard.press('Enter');
  await inspector.locator('li.result').first().waitFor();
  await inspector.locator('li.result .row-button').first().click();
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  for (const { theme, kind } of themes) {
    writeFileSync(
      path.join(folder, '.vscode', 'settings.json'),
      JSON.stringify({ 'workbench.colorTheme': theme, 'search.exclude': { '.vscode': true } }),
    );
    await expect.poll(() => inspector.locator('body').getAttribute('data-vscode-theme-kind')).toBe(kind);
    await page.waitForTimeout(300);
    await workbench.screenshot(`inspector ${theme}`);
  }
});
