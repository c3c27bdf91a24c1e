import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject, test } from 'vitest';
import { openWorkbench, type Workbench } from './openWorkbench.ts';

/**
 * A `test` whose tests share one window (`workbench`) for the whole file, on a temporary folder. A failed test leaves a
 * screenshot in `artifacts/e2e/`.
 * @param workspace text by path, relative to the folder; or what makes a temporary folder and gives its path
 */
export const workbenchTest = (workspace: Readonly<Record<string, string>> | (() => string)) =>
  test.extend<{ workbench: Workbench; screenshotOnFailure: undefined }>({
    workbench: [
      async ({}, use) => {
        const folder = typeof workspace === 'function' ? workspace() : temporaryWorkspace(workspace);
        const workbench = await openWorkbench(inject('sharedServer'), folder);
        await use(workbench);
        await workbench.close();
        rmSync(folder, { recursive: true, force: true });
      },
      { scope: 'file' },
    ],
    screenshotOnFailure: [
      async ({ workbench, onTestFailed, task }, use) => {
        onTestFailed(() => workbench.screenshot(`failed ${task.name}`));
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
