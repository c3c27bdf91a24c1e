import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../fixtures/palaces/builtPalace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const paragraphs = Array.from(
  { length: 60 },
  (_, i) => `Paragraph ${i}: the keeper of lighthouse ${i} writes the tally of the day into the ledger.\n\n`,
);
const test = workbenchTest({
  'ledger.md': paragraphs.join(''),
  'today.log': 'A ship came in.\n',
  '.vscode/settings.json': JSON.stringify({
    'synapsePalace.location': '.synapse-palace',
    'synapsePalace.mining.chunkTarget': 240,
    'synapsePalace.mining.maxFileSize': 'big',
    'synapsePalace.exclude': ['*.log'],
    'synapsePalace.profiles': { default: { final_k: 4, curate: 'suggest' }, notes: { final_k: 2 } },
  }),
});

test('a wrong value is named with its bounds and the default that is used', async ({ workbench }) => {
  await workbench.notifications.waitFor(
    'The setting synapsePalace.mining.maxFileSize must be a whole number from 1 to 16384, not "big". Its default (1024) is used.',
  );
});

test('mining goes by the settings, and other programs find them in the palace', async ({ workbench }) => {
  const summary = await workbench.mine();
  expect(Number(/filed as (\d+) new drawers/.exec(summary)?.[1])).toBeGreaterThan(20);
  const file = path.join(workbench.folder, '.synapse-palace', 'settings.editor.json');
  const shared = JSON.parse(readFileSync(file, 'utf8')) as { chunk_target: number; exclude: string[] };
  expect(shared.chunk_target).toBe(240);
  expect(shared.exclude).toContain('*.log');
});

test('profiles of the settings count for the command line, too', ({ workbench }) => {
  const palace = path.join(workbench.folder, '.synapse-palace');
  const { stdout } = runCli(palace, workbench.folder, 'show-profile', 'notes');
  expect(stdout).toMatch(/final_k +2 +← workspace settings \(notes\)/);
});

test('a note that replaces an older one is proposed for it where curation is on', async ({ workbench }) => {
  const { page } = workbench;
  const remember = async (text: string): Promise<void> => {
    await workbench.quickInput.runCommand('Synapse Palace: New Note');
    await workbench.quickInput.type(text);
    await page.keyboard.press('Enter');
    await workbench.quickInput.choose('Decision');
    await workbench.quickInput.type('limits');
    await page.keyboard.press('Enter');
    await workbench.notifications.waitFor(`Remembered as decision: ${text}`);
  };
  await remember('The gateway allows 100 requests a minute per client.');
  await remember('The gateway allows 500 requests a minute per client.');
  await workbench.notifications.waitFor(
    'The new note seems to replace an older one (the same with another number): The gateway allows 100',
  );
  await workbench.notifications.press('Remembered as decision: The gateway allows 500', 'Open Note');
  await page.locator('.tab.active', { hasText: 'The gateway allows 500' }).waitFor();
  // Written by hand, it comes from no file.
  expect(await page.locator('.editor-actions').getByRole('button', { name: 'Go to Origin' }).count()).toBe(0);
  await workbench.screenshot('curation proposed');
  await workbench.notifications.press('seems to replace', 'Replace Older');
  const palace = path.join(workbench.folder, '.synapse-palace');
  await expect
    .poll(() => runCli(palace, workbench.folder, 'search', 'gateway requests a minute').stdout)
    .toContain('Replaced by “The gateway allows 500');
});
