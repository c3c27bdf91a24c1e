import { expect } from 'vitest';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { chooseTheme, themeNames, themes } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

test('view and inspector follow a change of theme while they stand open', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.mine();
  await page.keyboard.press('Escape');
  await workbench.sideBar.show();
  await workbench.sideBar.memory.expand(/^ferry/);
  await workbench.quickInput.runCommand('Synapse Palace: Search with Explained Ranking');
  const inspector = await workbench.webview('#inspector');
  await inspector.getByLabel('Search this palace').locator('input').fill('how are refunds rounded');
  await page.keyboard.press('Enter');
  await inspector.locator('li.result').first().waitFor();
  await inspector.locator('li.result .row-button').first().click();
  for (const theme of themeNames) {
    await chooseTheme(workbench, theme);
    await expect
      .poll(() => inspector.locator('body').getAttribute('data-vscode-theme-kind'))
      .toBe(themes[theme].webview);
    await workbench.screenshot(`inspector ${theme}`);
  }
});
