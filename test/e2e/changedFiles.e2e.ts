import { appendFileSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { comesWithin } from './host/comesWithin.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest({
  '.gitignore': 'out/\n',
  'harbour.md': 'The harbour master keeps the tide tables.\n',
  'ferry.md': 'The ferry leaves at nine.\n',
});

/** Asks again until the palette shows the row, or no row holds the text. */
const searchUntil = (workbench: Workbench, query: string, row: string, shown: boolean) =>
  expect
    .poll(
      async () => {
        await workbench.quickInput.searchUntil(query, workbench.quickInput.rows(/./).first());
        const found = await comesWithin(workbench.quickInput.rows(row), 1500);
        await workbench.page.keyboard.press('Escape');
        return found;
      },
      { interval: 200 },
    )
    .toBe(shown);

test('a file that another program writes is found without mining by hand', async ({ workbench }) => {
  await workbench.mine();
  mkdirSync(path.join(workbench.folder, 'notes'));
  writeFileSync(path.join(workbench.folder, 'notes/crane.md'), 'The quokka crane is inspected in March.\n');
  await searchUntil(workbench, 'quokka crane inspected', 'The quokka crane', true);
});

test('what another program renames, appends to or deletes is followed', async ({ workbench }) => {
  const at = (name: string): string => path.join(workbench.folder, name);
  renameSync(at('ferry.md'), at('boats.md'));
  appendFileSync(at('boats.md'), 'The wombat boat leaves at ten.\n');
  await searchUntil(workbench, 'wombat boat', 'boats.md', true);
  rmSync(at('notes'), { recursive: true });
  await searchUntil(workbench, 'quokka crane inspected', 'The quokka crane', false);
});

test('a PDF that arrives is found by its page, and opened as its text where no extension shows such files', async ({
  workbench,
}) => {
  copyFileSync('test/fixtures/documents/handbook.pdf', path.join(workbench.folder, 'handbook.pdf'));
  await searchUntil(workbench, 'who are the pilots', 'handbook.pdf, page 2', true);
  const { page, quickInput } = workbench;
  await quickInput.searchUntil('who are the pilots', quickInput.rows('handbook.pdf, page 2').first());
  await workbench.screenshot('a page of a PDF');
  await quickInput.rows('handbook.pdf, page 2').first().click();
  await page.locator('.tab.active', { hasText: 'handbook.pdf, page 2' }).waitFor();
  await page.locator('.view-line', { hasText: 'Pilots' }).first().waitFor();
  await workbench.screenshot('the text of a PDF');
});

test('where watching is off, the status bar counts the changed files, and one click mines them', async ({
  workbench,
}) => {
  const { folder } = workbench;
  const count = workbench.statusBarEntries(/changed since mining/);
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  writeFileSync(path.join(folder, '.vscode/settings.json'), '{ "synapsePalace.watchFiles": false }');
  // The editor reads its settings a moment later: what changes until then is still mined.
  await expect
    .poll(
      async () => {
        appendFileSync(path.join(folder, 'harbour.md'), 'They were read again.\n');
        return count.isVisible();
      },
      { interval: 500 },
    )
    .toBe(true);
  const before = Number(/\d+/.exec(await count.innerText())?.[0]);
  mkdirSync(path.join(folder, 'out'), { recursive: true });
  writeFileSync(path.join(folder, 'out/build.log'), 'nobody mines this\n');
  writeFileSync(path.join(folder, 'echidna.md'), 'The echidna buoy is green.\n');
  await count.filter({ hasText: `${before + 1} files changed since mining` }).waitFor();
  expect(readFileSync(path.join(folder, 'out/build.log'), 'utf8')).toContain('nobody');
  await workbench.screenshot('changed files');
  await count.click();
  await workbench.notifications.waitFor(`Mined the workspace: ${before + 1} files filed`);
  await count.waitFor({ state: 'detached' });
  await searchUntil(workbench, 'echidna buoy', 'The echidna buoy', true);
});
