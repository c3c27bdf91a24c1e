import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../fixtures/palaces/builtPalace.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

// Not watched: the text of a file that is mined already can't be remembered once more.
const test = workbenchTest(() =>
  sampleWorkspace({ 'synapsePalace.location': '.palace', 'synapsePalace.watchFiles': false }),
);
/** The command line on the windows' palace. */
const cli = (folder: string, ...words: string[]) => runCli(path.join(folder, '.palace'), folder, ...words);
const notesOf = async (workbench: Workbench): Promise<void> => {
  await workbench.sideBar.show();
  await expect
    .poll(async () => {
      await workbench.sideBar.memory.expand(/^Notes/);
      return workbench.sideBar.memory.rows(/Ferries leave at six/).count();
    })
    .toBeGreaterThan(0);
};
const shown = async (workbench: Workbench, text: RegExp, since: number): Promise<number> => {
  await workbench.sideBar.memory.rows(text).first().waitFor();
  return Date.now() - since;
};

test('a note that one window or the command line saves stands in every window’s tree, and stays when a window closes', async ({
  workbench,
  openWindow,
}) => {
  const { folder } = workbench;
  await workbench.mine();
  expect(cli(folder, 'save', 'Ferries leave at six.', '--type', 'decision', '--wing', 'ferry')).toMatchObject({
    code: 0,
    stderr: '',
  });
  const second = await openWindow(folder);
  await Promise.all([notesOf(workbench), notesOf(second)]);

  const saved = JSON.parse(
    cli(folder, 'save', 'Berth 4 takes twelve metres.', '--wing', 'ferry', '--json').stdout,
  ) as { saved: boolean };
  expect(saved.saved).toBe(true);
  const byCli = Date.now();
  const both = await Promise.all([
    shown(workbench, /Berth 4 takes/, byCli),
    shown(second, /Berth 4 takes/, byCli),
  ]);

  writeFileSync(path.join(folder, 'notes', 'tides.md'), 'Low water is at noon, so the crane waits.');
  await second.openSelected('notes/tides.md');
  await second.quickInput.runCommand('Synapse Palace: Remember Selection', 'Decision');
  await second.quickInput.type('tides');
  const entered = Date.now();
  await second.page.keyboard.press('Enter');
  const [, other] = await Promise.all([
    second.notifications.waitFor(/Remembered as decision: Low water/),
    shown(workbench, /Low water is at noon/, entered),
  ]);
  expect(cli(folder, 'list', '--type', 'decision').stdout).toContain('Low water');
  await second.screenshot('two windows');
  console.log(
    `in the trees of two windows: a note of the command line ${both.join(' and ')} ms after it had ended, a note of the other window ${other} ms after it was entered`,
  );

  // Whichever owned the palace: the one that is left goes on.
  await second.close();
  expect(cli(folder, 'save', 'The log is kept in ink.', '--wing', 'ferry')).toMatchObject({ code: 0, stderr: '' });
  await shown(workbench, /The log is kept in ink/, Date.now());
});
