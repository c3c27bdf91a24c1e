import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serverOfWorker } from './serverOfWorker.ts';
import type { Workbench } from './workbench.ts';

/** VS Code's themes by name: the class that each gives the workbench, and the kind that it tells its webviews. */
export const themes = {
  'Dark Modern': { workbench: 'vs-dark', webview: 'vscode-dark' },
  'Light Modern': { workbench: 'vs', webview: 'vscode-light' },
  'Default High Contrast': { workbench: 'hc-black', webview: 'vscode-high-contrast' },
  'Default High Contrast Light': { workbench: 'hc-light', webview: 'vscode-high-contrast-light' },
} as const;
export type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as readonly ThemeName[];

/** The themes in which a view is looked at: one in a usual run, another for each view; all of them in a long run. */
export const themesFor = (usual: ThemeName): readonly ThemeName[] =>
  process.env['SYNAPSE_TEST_LONG'] === '1' ? themeNames : [usual];

/** Changes the theme in the workspace's settings and waits until the workbench has it. */
export const chooseTheme = async ({ page, folder }: Workbench, theme: ThemeName): Promise<void> => {
  const file = path.join(folder, '.vscode', 'settings.json');
  mkdirSync(path.dirname(file), { recursive: true });
  const settings: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const id = theme.endsWith(' Modern') ? `${serverOfWorker().beforeTheme}${theme}` : theme;
  writeFileSync(file, JSON.stringify({ ...(settings as object), 'workbench.colorTheme': id }));
  await page.locator(`.monaco-workbench.${themes[theme].workbench}`).waitFor();
};
