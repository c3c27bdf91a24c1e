import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { runCli } from '../fixtures/builtPalace.ts';
import { waitForNotification } from './host/messages.ts';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { openSelected } from './host/openSelected.ts';
import { openWorkbench } from './host/openWorkbench.ts';
import { chooseQuickPick, runCommand, typeQuickInput } from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { expandTreeRow, showViewContainer, treeRows } from './host/views.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace({ 'synapsePalace.location': '.palace' }));
/** The command line on the windows' palace. */
const cli = (folder: string, ...words: string[]) => runCli(path.join(folder, '.palace'), folder, ...words);
const notesOf = async (page: Page): Promise<void> => {
  await showViewContainer(page, 'Synapse Palace');
  await expect
    .poll(
      async () => {
        await expandTreeRow(page, 'Memory', /^ferry/);
        await expandTreeRow(page, 'Memory', /^notes/);
        return treeRows(page, 'Memory', /Ferries leave at six/).count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
};
const shown = async (page: Page, text: RegExp, since: number): Promise<number> => {
  await treeRows(page, 'Memory', text).first().waitFor({ timeout: 60_000 });
  return Date.now() - since;
};

test('a note that one window or the command line saves stands in every window’s tree, and stays when a window closes', async ({
  workbench,
}) => {
  const { page, folder } = workbench;
  await mineFromPalette(page);
  expect(cli(folder, 'save', 'Ferries leave at six.', '--type', 'decision', '--wing', 'ferry')).toMatchObject({
    code: 0,
    stderr: '',
  });
  const second = await openWorkbench(inject('sharedServer'), folder);
  onTestFinished(() => second.close());
  await Promise.all([notesOf(page), notesOf(second.page)]);

  const saved = JSON.parse(
    cli(folder, 'save', 'Berth 4 takes twelve metres.', '--wing', 'ferry', '--json').stdout,
  ) as { saved: boolean };
  expect(saved.saved).toBe(true);
  const byCli = Date.now();
  const both = await Promise.all([
    shown(page, /Berth 4 takes/, byCli),
    shown(second.page, /Berth 4 takes/, byCli),
  ]);

  writeFileSync(path.join(folder, 'notes', 'tides.md'), 'Low water is at noon, so the crane waits.');
  await openSelected(second.page, 'tides.md');
  await runCommand(second.page, 'Synapse Palace: Remember Selection');
  await chooseQuickPick(second.page, 'Decision');
  await typeQuickInput(second.page, 'tides');
  const entered = Date.now();
  await second.page.keyboard.press('Enter');
  const [, other] = await Promise.all([
    waitForNotification(second.page, /Remembered as decision: Low water/),
    shown(page, /Low water is at noon/, entered),
  ]);
  expect(cli(folder, 'list', '--type', 'decision').stdout).toContain('Low water');
  await second.screenshot('two windows');
  console.log(
    `in the trees of two windows: a note of the command line ${both.join(' and ')} ms after it had ended, a note of the other window ${other} ms after it was entered`,
  );

  // Whichever owned the palace: the one that is left goes on.
  await second.close();
  expect(cli(folder, 'save', 'The log is kept in ink.', '--wing', 'ferry')).toMatchObject({ code: 0, stderr: '' });
  await shown(page, /The log is kept in ink/, Date.now());
});
