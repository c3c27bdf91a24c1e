import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { isLong } from '../fixtures/testSize.ts';
import { recordedThemes } from '../webview/host/recordedThemes.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { serverOfWorker } from './host/serverOfWorker.ts';
import { chooseTheme, themeNames, themes } from './host/themes.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

/**
 * The tests of the webview draw with the variables that the running editor gives it. `SYNAPSE_RECORD_THEMES=1` writes them
 * anew; otherwise they are compared: two themes in a usual run, all in a long one.
 */
const recording = process.env['SYNAPSE_RECORD_THEMES'] === '1';
const folder = fileURLToPath(new URL('../webview/host/themes/', import.meta.url));
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const test = workbenchTest(() => sampleWorkspace());

/** The variables that the inspector or its controls name. */
const namedVariables = (): readonly string[] => {
  const text = readdirSync(dist)
    .filter((name) => /^inspector\.(css|js)$/.test(name))
    .map((name) => readFileSync(path.join(dist, name), 'utf8'))
    .join('\n');
  return [...new Set(text.match(/--vscode-[A-Za-z0-9-]*[A-Za-z0-9]/g))].sort();
};

const themeOf = async (workbench: Workbench, inspector: FrameLocator, id: string): Promise<unknown> => {
  writeFileSync(
    path.join(workbench.folder, '.vscode', 'settings.json'),
    JSON.stringify({ 'workbench.colorTheme': id }),
  );
  await expect.poll(() => inspector.locator('body').getAttribute('data-vscode-theme-id')).toBe(id);
  const body = inspector.locator('body');
  const kind = await body.getAttribute('data-vscode-theme-kind');
  const style = (await inspector.locator('html').getAttribute('style')) ?? '';
  const values = new Map(
    style.split(/;\s*(?=--|$)/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    bodyClass: kind,
    colorScheme: kind === 'vscode-light' || kind === 'vscode-high-contrast-light' ? 'light' : 'dark',
    variables: Object.fromEntries(
      namedVariables().flatMap((name) => {
        const value = values.get(name);
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
    ),
  };
};

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

test('what the tests of the webview draw with is what the running editor gives', async ({ workbench, skip }) => {
  skip(serverOfWorker().beforeTheme !== '', 'the variables are those of the newest VS Code');
  const inspector = await workbench.webview('#inspector');
  const all = Object.entries(recordedThemes);
  for (const [name, id] of recording || isLong ? all : all.slice(0, 2)) {
    const file = path.join(folder, `${name}.json`);
    const now = await themeOf(workbench, inspector, id);
    if (recording) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
    expect(existsSync(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(now);
  }
});
