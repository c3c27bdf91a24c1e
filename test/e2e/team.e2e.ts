import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { loginOf, memberAt } from '../fixtures/team/memberAt.ts';
import { repeatUntil } from './host/repeatUntil.ts';
import { startTeamServer } from './host/teamServer.ts';
import { chooseForWing, inWindow, note, openConflicts, teamWorkspace, titleButton } from './host/teamWindow.ts';
import { chooseTheme, themesFor } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const server = await startTeamServer('The team in the editor is not tested');
const team = server?.team;
const home = mkdtempSync(path.join(os.tmpdir(), 'synapse-ben-'));
afterAll(async () => {
  await server?.remove();
  rmSync(home, { recursive: true, force: true });
});

let limit = '';
const test = workbenchTest(() => {
  const folder = teamWorkspace();
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
  await quickInput.runCommand('Synapse Palace: Manage Team', 'Connect with a Team…');
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
  await workbench.statusBarEntries('ferry is shared.').waitFor();
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
  await quickInput.searchUntil(
    'when do ferries leave',
    quickInput.rows(row).filter({ hasText: 'by ben' }).first(),
  );
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
  await quickInput.searchUntil('which berth is being dredged', row);
  expect(await row.innerText()).toContain('team');
  await workbench.screenshot('team elsewhere');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'Berth seven is closed for dredging until May.' }).first().waitFor();
  await page.locator('.tab.active', { hasText: 'Berth seven' }).waitFor();
});

test('that wing is taken, shared no more, and taken again with what it missed', async ({ workbench }) => {
  const { ben } = members();
  const { folder, quickInput, sideBar } = workbench;
  const [eight, wing] = [/Berth eight takes two ferries/, sideBar.memory.rows(/^quay/).first()];
  const here = (): unknown => inWindow(folder, 'list', '--wing', 'quay')['drawers'];
  await chooseForWing(workbench, 'quay', 'Take into This Palace');
  await workbench.statusBarEntries('quay is in this palace now.').waitFor();
  // The wing's row is drawn anew just then, since it is shared now, and may close again.
  const seven = sideBar.memory.rows(/Berth seven is closed/).first();
  await repeatUntil(
    workbench.page,
    () => sideBar.memory.expand(/^quay.*shared/),
    (timeout) => seven.waitFor({ timeout }),
  );

  await workbench.chooseFromRowMenu(wing, 'Stop Sharing Wing', (timeout) =>
    workbench.statusBarEntries('quay is no longer shared from here.').waitFor({ timeout }),
  );
  await expect.poll(() => wing.innerText()).not.toContain('shared');
  ben.json(...note('Berth eight takes two ferries.', 'quay'));
  ben.json('team', 'push');
  await quickInput.runCommand('Synapse Palace: Manage Team', 'Sync Now');
  await workbench.statusBarEntries('Taken: ').waitFor();
  expect(here()).toHaveLength(1);

  await chooseForWing(workbench, 'quay', 'Take into This Palace');
  await sideBar.memory.rows(eight).first().waitFor();
  await chooseForWing(workbench, 'quay', 'Stop Sharing');
  await expect.poll(() => wing.innerText()).not.toContain('shared');
  expect(here()).toHaveLength(2);
});

test('two edits of one note are a conflict, seen in the window and settled there for both', async ({
  workbench,
}) => {
  const { ben } = members();
  const { page, folder, quickInput } = workbench;
  const seven = String(ben.json('edit', limit, 'The limit is seven requests.')['drawer_id']);
  const six = String(inWindow(folder, 'edit', limit, 'The limit is six requests.')['drawer_id']);
  ben.json('team', 'push');

  const item = workbench.statusBarEntries('1 conflict');
  await item.waitFor();
  expect(await workbench.notifications.holding('conflict').count()).toBe(0);
  await item.click();
  await quickInput.rows('as ada').first().waitFor();
  await workbench.screenshot('team menu');
  await quickInput.choose('1 conflict');
  for (const text of ['The limit is six requests.', 'The limit is seven requests.'])
    await page.locator('.monaco-diff-editor .view-line', { hasText: text }).first().waitFor();
  await titleButton(workbench, 'Keep Mine').waitFor();
  for (const theme of themesFor('Dark Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.screenshot(`team conflict ${theme}`);
  }
  await titleButton(workbench, 'Keep Theirs').click();
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

test('of several conflicts each is settled alone: one’s own version is kept, and all of three', async ({
  workbench,
}) => {
  const { ben } = members();
  if (team === undefined) return;
  const laptop = memberAt(team, 'ben', path.join(home, 'laptop'));
  const { page, folder, quickInput } = workbench;
  const saved = (text: string): string => String(inWindow(folder, ...note(text))['drawer_id']);
  const [crane, fee] = [saved('The crane lifts two tonnes.'), saved('A berth costs ten.')];
  laptop.json(...note('Of the laptop alone.', 'own'));
  laptop.json('team', 'connect', laptop.url);
  for (const who of [ben, laptop])
    await expect
      .poll(() => {
        who.json('team', 'pull', 'ferry');
        return who.run('show', fee).code;
      })
      .toBe(0);
  const edited = (who: typeof ben.json, id: string, text: string): string =>
    String(who('edit', id, text)['drawer_id']);
  const adas = (...words: string[]) => inWindow(folder, ...words);
  const [mine, theirs] = [
    edited(adas, crane, 'The crane lifts three tonnes.'),
    edited(ben.json, crane, 'The crane lifts four tonnes.'),
  ];
  const fees = [
    edited(adas, fee, 'A berth costs twenty.'),
    edited(ben.json, fee, 'A berth costs thirty.'),
    edited(laptop.json, fee, 'A berth costs forty.'),
  ];
  ben.json('team', 'push');
  laptop.json('team', 'push');

  await openConflicts(workbench, '2 conflicts');
  await quickInput.rows('3 versions').first().waitFor();
  await workbench.screenshot('team conflicts');
  await quickInput.labelled('The crane lifts two tonnes.').click();
  await titleButton(workbench, 'Keep Mine').click();
  await openConflicts(workbench, '1 conflict');
  // More than two versions don't stand side by side: it is asked at once which one holds.
  await quickInput.labelled('Keep Mine').waitFor();
  await expect.poll(() => quickInput.labelled('Keep That of ben').count()).toBe(2);
  await workbench.screenshot('team three versions');
  await page.keyboard.press('Escape');
  await titleButton(workbench, 'Settle Conflict').click();
  await quickInput.labelled('Keep All').click();
  await workbench.statusBarEntries('conflict').waitFor({ state: 'hidden' });
  expect(await page.locator('.monaco-diff-editor').count()).toBe(0);

  await expect
    .poll(() => {
      ben.json('team', 'pull');
      return ben.json('team', 'conflicts');
    })
    .toEqual({ conflicts: [] });
  expect(ben.json('show', theirs)).toMatchObject({ superseded_by: mine });
  for (const id of fees) expect(adas('show', id)).toMatchObject({ superseded_by: null });
});

test('a palace that left the team keeps what it has and shares nothing', async ({ workbench }) => {
  const { quickInput, sideBar } = workbench;
  await quickInput.runCommand('Synapse Palace: Manage Team', 'Leave the Team…');
  await workbench.dialog.press('Leave the Team');
  await workbench.statusBarEntries('has no team any more').waitFor();
  await expect.poll(() => sideBar.memory.rows(/shared/).count()).toBe(0);
  await sideBar.memory
    .rows(/Ferries leave at six/)
    .first()
    .waitFor();
});
