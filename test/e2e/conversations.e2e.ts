import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sessionLine, sessionText } from '../fixtures/palaces/conversationPalace.ts';
import { serverOfWorker } from './host/serverOfWorker.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const transcript =
  '# Fog bell\n\nUser: Why did the fog bell ring at noon?\n\nAssistant: The quokka relay was stuck.\nIt was cleaned on Monday.\n\nUser: Thanks\n\nAssistant: You are welcome.\n';
const test = workbenchTest({
  'talks/fog.md': transcript,
  'export/users.json': '[{"id":"U1","profile":{"display_name":"Ada"}}]',
  'export/channels.json': '[{"id":"C1","name":"pier"}]',
  'export/pier/2026-03-02.json':
    '[{"type":"message","user":"U1","ts":"1772442060.1","thread_ts":"1772442060.1","text":"Who greased the capybara winch?"},' +
    '{"type":"message","user":"U1","ts":"1772442120.1","thread_ts":"1772442060.1","text":"<@U1> did."}]',
  'talks/broken.jsonl': `${sessionLine(0, 'user', 'Is the winch greased?')}\n{"type":"user","mess`,
});

test('a transcript that is chosen becomes memory, an exchange a drawer', async ({ workbench }) => {
  const { folder } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Import Conversations', 'Choose files…');
  await workbench.quickInput.answerFileDialog(path.join(folder, 'talks', 'fog.md'));
  expect(
    (await (await workbench.notifications.waitFor('Imported conversations')).innerText()).replace(/\s+/g, ' '),
  ).toContain('1 conversation, 2 new drawers');
});

test('a search finds the exchange, and opening it shows it whole with its speakers', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.searchUntil('quokka relay stuck', workbench.quickInput.rows('Fog-bell').first());
  await expect.poll(() => workbench.quickInput.row(0).innerText()).toContain('quokka relay was stuck');
  await workbench.screenshot('conversation-search');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'Fog-bell.md' }).waitFor();
  for (const line of ['Why did the fog bell ring at noon?', 'It was cleaned on Monday.', 'exchange 1'])
    await page.locator('.view-line', { hasText: line }).waitFor();
  await workbench.passageShown();
  await workbench.screenshot('conversation-exchange');
});

test('the Memory view has the conversation as a room', async ({ workbench }) => {
  await workbench.sideBar.show();
  await workbench.sideBar.memory.expand(/^Conversations/);
  await workbench.sideBar.memory.expand(/^Fog bell/);
  await workbench.sideBar.memory.rows('Why did the fog bell ring at noon?').first().waitFor();
});

test('the sessions of this workspace are found in the home folder, those of others are not', async ({
  workbench,
}) => {
  const { page, folder } = workbench;
  const projects = path.join(serverOfWorker().stateFolder, 'home', '.claude', 'projects');
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
  await workbench.quickInput.runCommand('Synapse Palace: Import Conversations');
  await workbench.quickInput.choose('Claude Code sessions of this workspace');
  await workbench.notifications.waitFor('1 conversation, 1 new drawer');
  await workbench.quickInput.searchUntil('narwhal crane', workbench.quickInput.rows('narwhal').first());
  await workbench.quickInput.type('axolotl');
  await expect.poll(() => workbench.quickInput.rows('axolotl crane').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('what a damaged file could not give is listed by line', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Import Conversations', 'Choose files…');
  await workbench.quickInput.answerFileDialog(path.join(folder, 'talks', 'broken.jsonl'));
  await workbench.notifications.press('lines or files that could not be read: 1', 'Show Problems');
  await page.locator('.view-line', { hasText: 'line 2: not JSON' }).waitFor();
});

test('Import Memory takes an export of Slack, and shows a thread with its names', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Import Memory');
  await workbench.quickInput.narrowTo('A folder');
  await workbench.quickInput.answerFileDialog(`${path.join(folder, 'export')}/`);
  // An earlier test's notification reads the same, so the search alone tells that it is there.
  await workbench.quickInput.searchUntil(
    'capybara winch',
    workbench.quickInput.rows('greased the capybara winch').first(),
  );
  // The session above speaks of a pier, too.
  await workbench.quickInput.choose('greased the capybara winch');
  await page.locator('.view-line', { hasText: 'Ada: @Ada did.' }).waitFor();
});
