import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { sessionLine, sessionText } from '../fixtures/conversationPalace.ts';
import { answerFileDialog } from './host/fileDialog.ts';
import { pressNotificationButton, waitForNotification } from './host/messages.ts';
import {
  chooseQuickPick,
  quickInputBox,
  quickPickRow,
  quickPickRows,
  runCommand,
  typeQuickInput,
} from './host/quickInput.ts';
import { expandTreeRow, showViewContainer, treeRows } from './host/views.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const transcript =
  '# Fog bell\n\nUser: Why did the fog bell ring at noon?\n\nAssistant: The quokka relay was stuck.\nIt was cleaned on Monday.\n\nUser: Thanks\n\nAssistant: You are welcome.\n';
const test = workbenchTest({
  'talks/fog.md': transcript,
  'talks/broken.jsonl': `${sessionLine(0, 'user', 'Is the winch greased?')}\n{"type":"user","mess`,
});

test('a transcript that is chosen becomes memory, an exchange a drawer', async ({
  workbench: { page, folder },
}) => {
  await runCommand(page, 'Synapse Palace: Import Conversations');
  await chooseQuickPick(page, 'Choose files');
  await answerFileDialog(page, path.join(folder, 'talks', 'fog.md'));
  expect(
    (await (await waitForNotification(page, 'Imported conversations')).innerText()).replace(/\s+/g, ' '),
  ).toContain('1 conversation, 2 new drawers');
});

test('a search finds the exchange, and opening it shows it whole with its speakers', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'quokka relay stuck');
  await quickPickRows(page, 'Fog-bell').first().waitFor();
  await expect.poll(() => quickPickRow(page, 0).innerText()).toContain('quokka relay was stuck');
  await workbench.screenshot('conversation-search');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'Fog-bell.md' }).waitFor();
  for (const line of ['Why did the fog bell ring at noon?', 'It was cleaned on Monday.', 'exchange 1'])
    await page.locator('.view-line', { hasText: line }).waitFor();
  await page.locator('.statusbar-item', { hasText: /\(\d+ selected\)/ }).waitFor();
  await workbench.screenshot('conversation-exchange');
});

test('the Memory view has the conversation as a room', async ({ workbench: { page } }) => {
  await showViewContainer(page, 'Synapse Palace');
  await expandTreeRow(page, 'Memory', /^synapse-workspace/);
  await expandTreeRow(page, 'Memory', /^Fog-bell/);
  await treeRows(page, 'Memory', 'Why did the fog bell ring at noon?').first().waitFor();
});

test('the sessions of this workspace are found in the home folder, those of others are not', async ({
  workbench: { page, folder },
}) => {
  const projects = path.join(inject('sharedServer').stateFolder, 'home', '.claude', 'projects');
  const place = (cwd: string, name: string, text: string): void => {
    const at = path.join(projects, cwd.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(at, { recursive: true });
    writeFileSync(
      path.join(at, `${name}.jsonl`),
      sessionText(sessionLine(0, 'user', text, { cwd, sessionId: name })),
    );
  };
  place(folder, 'ours', 'Which pier has the narwhal crane?');
  place(`${folder}-two`, 'theirs', 'Which pier has the axolotl crane?');
  await runCommand(page, 'Synapse Palace: Import Conversations');
  await chooseQuickPick(page, 'Claude Code sessions of this workspace');
  await waitForNotification(page, '1 conversation, 1 new drawer');
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'narwhal crane');
  await quickPickRows(page, 'narwhal').first().waitFor();
  await quickInputBox(page).fill('axolotl');
  await expect.poll(() => quickPickRows(page, 'axolotl crane').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('what a damaged file could not give is listed by line', async ({ workbench: { page, folder } }) => {
  await runCommand(page, 'Synapse Palace: Import Conversations');
  await chooseQuickPick(page, 'Choose files');
  await answerFileDialog(page, path.join(folder, 'talks', 'broken.jsonl'));
  await pressNotificationButton(page, '1 lines or files could not be read', 'Show Problems');
  await page.locator('.view-line', { hasText: 'line 2: invalid_json' }).waitFor();
});
