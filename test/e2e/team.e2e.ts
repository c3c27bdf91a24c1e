import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { runCli } from '../fixtures/builtPalace.ts';
import { loginOf, memberAt } from '../fixtures/team/memberAt.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { repeatUntil } from './host/repeatUntil.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { chooseTheme, themesFor } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const postgres = await startPostgres({ report: console.log }).catch((error: unknown) => {
  console.log(`The team in the editor is not tested: ${error instanceof Error ? error.message : String(error)}`);
  return undefined;
});
const team = postgres === undefined ? undefined : await newPostgresTeam(postgres.url);
const home = mkdtempSync(path.join(os.tmpdir(), 'synapse-ben-'));
afterAll(async () => {
  await team?.dispose();
  await postgres?.remove();
  rmSync(home, { recursive: true, force: true });
});

/** The command line on the window's palace. */
const inWindow = (folder: string, ...words: string[]): Record<string, unknown> => {
  const { code, stdout, stderr } = runCli(path.join(folder, '.palace'), folder, ...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>;
};
const note = (text: string, wing = 'ferry'): readonly string[] => [
  'save',
  text,
  '--type',
  'decision',
  '--wing',
  wing,
];

let limit = '';
const test = workbenchTest(() => {
  const folder = sampleWorkspace({ 'synapsePalace.location': '.palace', 'synapsePalace.watchFiles': false });
  limit = String(inWindow(folder, ...note('The limit is five requests.'))['drawer_id']);
  inWindow(folder, ...note('Of Ada alone.', 'own'));
  return folder;
}).skipIf(team === undefined);

const members = () => {
  if (team === undefined) throw new Error('There is no team.');
  return { ada: loginOf(team, 'ada'), ben: memberAt(team, 'ben', home) };
};

test('a palace is connected with a password that the server takes, and a wing is shared', async ({
  workbench,
}) => {
  await team?.invite('ada', 'ferry', 'owner');
  await team?.invite('ben', 'ferry', 'writer');
  const { ada, ben } = members();
  const { page, quickInput, sideBar } = workbench;
  const password = page.locator('.quick-input-widget input[type="password"]');

  await sideBar.show();
  await quickInput.runCommand('Synapse Palace: Manage Team');
  await quickInput.choose('Connect with a Team');
  await quickInput.answer(ada.url);
  await password.fill('not this one');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget', { hasText: 'refused' }).waitFor();
  await workbench.screenshot('team password');
  await password.fill(ada.password);
  await page.keyboard.press('Enter');

  await quickInput.rows('as ada').first().waitFor();
  await page.keyboard.press('Escape');
  await sideBar.memory.expand(/^Notes/);
  const wing = sideBar.memory.rows(/^ferry/).first();
  await workbench.chooseFromRowMenu(wing, 'Share Wing…', (timeout) =>
    quickInput.rows('Sensitive ones stay here').first().waitFor({ timeout }),
  );
  await workbench.screenshot('team share');
  await quickInput.choose('Sensitive ones stay here');
  await page.locator('.statusbar-item', { hasText: 'ferry is shared.' }).waitFor();
  await sideBar.memory
    .rows(/^ferry.*shared/)
    .first()
    .waitFor();

  ben.json(...note('Of Ben alone.', 'own'));
  ben.json('team', 'connect', ben.url);
  expect(ben.json('team', 'pull', 'ferry')).toMatchObject({ pulled: 1 });
});

test('what one saves stands in the other’s palace without a click, with who filed it', async ({ workbench }) => {
  const { ben } = members();
  const { page, quickInput, sideBar } = workbench;
  const row = /Ferries leave at six/;
  ben.json(...note('Ferries leave at six.'));
  ben.json('team', 'push');
  const pushed = Date.now();
  await sideBar.memory.expand(/^ferry/);
  await sideBar.memory.rows(row).first().waitFor();
  console.log(`a note of another palace stood in the tree ${Date.now() - pushed} ms after it was sent`);
  await sideBar.memory.hover(row, 'by ben', () => workbench.screenshot('team filed by'));
  await quickInput.runCommand('Synapse Palace: Search Memory');
  await quickInput.type('when do ferries leave');
  await quickInput.rows(row).filter({ hasText: 'by ben' }).first().waitFor();
  await page.keyboard.press('Escape');

  await quickInput.runCommand('Synapse Palace: New Note');
  await quickInput.answer('The log is kept in ink.');
  await quickInput.choose('Decision');
  await quickInput.answer('log');
  await workbench.notifications.waitFor('Remembered as decision: The log is kept in ink.');
  await expect
    .poll(() => {
      ben.json('team', 'pull');
      return ben.run('list', '--wing', 'ferry').stdout;
    })
    .toContain('The log is kept in ink.');
});

test('a note of a wing that was not taken is found at the team’s server, and read', async ({ workbench }) => {
  await team?.invite('ben', 'quay', 'owner');
  await team?.invite('ada', 'quay', 'reader');
  const { ben } = members();
  const { page, quickInput } = workbench;
  ben.json(...note('Berth seven is closed for dredging until May.', 'quay'));
  ben.json('search', 'berth');
  ben.run('team', 'share', 'quay');
  const row = quickInput.rows('Berth seven is closed').first();
  await repeatUntil(
    page,
    async () => {
      await quickInput.runCommand('Synapse Palace: Search Memory');
      await quickInput.type('which berth is being dredged');
    },
    (timeout) => row.waitFor({ timeout }),
  );
  expect(await row.innerText()).toContain('team');
  await workbench.screenshot('team elsewhere');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'Berth seven is closed for dredging until May.' }).first().waitFor();
  await page.locator('.tab.active', { hasText: 'Berth seven' }).waitFor();
});

test('two edits of one note are a conflict, seen in the window and settled there for both', async ({
  workbench,
}) => {
  const { ben } = members();
  const { page, folder, quickInput } = workbench;
  const seven = String(ben.json('edit', limit, 'The limit is seven requests.')['drawer_id']);
  const six = String(inWindow(folder, 'edit', limit, 'The limit is six requests.')['drawer_id']);
  ben.json('team', 'push');

  const item = page.locator('.statusbar-item', { hasText: '1 conflict' });
  await item.waitFor();
  expect(await workbench.notifications.holding('conflict').count()).toBe(0);
  await item.click();
  await quickInput.rows('as ada').first().waitFor();
  await workbench.screenshot('team menu');
  await quickInput.choose('1 conflict');
  for (const text of ['The limit is six requests.', 'The limit is seven requests.'])
    await page.locator('.monaco-diff-editor .view-line', { hasText: text }).first().waitFor();
  const title = page.locator('.editor-group-container.active .editor-actions');
  await title.getByRole('button', { name: 'Keep Mine' }).waitFor();
  for (const theme of themesFor('Dark Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.screenshot(`team conflict ${theme}`);
  }
  await title.getByRole('button', { name: 'Keep Theirs' }).click();
  await item.waitFor({ state: 'hidden' });
  expect(await page.locator('.monaco-diff-editor').count()).toBe(0);

  await expect
    .poll(() => {
      ben.json('team', 'pull');
      return ben.json('team', 'conflicts');
    })
    .toEqual({ conflicts: [] });
  expect(ben.json('show', six)).toMatchObject({ superseded_by: seven });
});

test('a palace that left the team keeps what it has and shares nothing', async ({ workbench }) => {
  const { quickInput, sideBar, page } = workbench;
  await quickInput.runCommand('Synapse Palace: Manage Team');
  await quickInput.choose('Leave the Team');
  await workbench.dialog.press('Leave the Team');
  await page.locator('.statusbar-item', { hasText: 'has no team any more' }).waitFor();
  await expect.poll(() => sideBar.memory.rows(/shared/).count()).toBe(0);
  await sideBar.memory
    .rows(/Ferries leave at six/)
    .first()
    .waitFor();
});
