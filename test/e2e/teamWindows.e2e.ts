import { rmSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { callTool, spawnedServer } from '../fixtures/agent/agentClient.ts';
import { startSwitchedLine } from '../fixtures/team/switchedLine.ts';
import { startTeamServer } from './host/teamServer.ts';
import {
  chooseForWing,
  inWindow,
  note,
  openConflicts,
  palaceIn,
  teamWorkspace,
  titleButton,
} from './host/teamWindow.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const server = await startTeamServer('Two windows of a team are not tested');
const team = server?.team;
const bensLine = server === undefined ? undefined : await startSwitchedLine(server.port);
afterAll(async () => {
  await bensLine?.cut();
  await server?.remove();
  if (bensFolder !== '') rmSync(bensFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

let limit = '';
let bensFolder = '';
const test = workbenchTest(() => {
  const folder = teamWorkspace();
  limit = String(inWindow(folder, ...note('The limit is five requests.'))['drawer_id']);
  return folder;
}).skipIf(team === undefined);

/** Connects by the list, with the password in the address that is typed. */
const connect = async ({ quickInput }: Workbench, url: string, member: string): Promise<void> => {
  await quickInput.runCommand('Synapse Palace: Manage Team', 'Connect with a Team…');
  await quickInput.answer(url);
  await quickInput.rows(`as ${member}`).first().waitFor();
};

const write = async ({ page, quickInput }: Workbench, text: string): Promise<number> => {
  await quickInput.runCommand('Synapse Palace: New Note');
  await quickInput.answer(text);
  await quickInput.choose('Decision');
  await quickInput.type('log');
  const entered = Date.now();
  await page.keyboard.press('Enter');
  return entered;
};

/** Milliseconds from then until a note stands in the window's tree. */
const shown = async ({ sideBar }: Workbench, text: string, since: number): Promise<number> => {
  await sideBar.memory.rows(text).first().waitFor();
  return Date.now() - since;
};

/** What stands in the shared wing of a window's palace, by ID. */
const wingOf = (folder: string): readonly unknown[] =>
  (inWindow(folder, 'list', '--wing', 'ferry')['drawers'] as Record<string, unknown>[])
    .map(({ drawer_id: id, text, superseded_by: by }) => ({ id: String(id), text, by }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('two windows and an agent share a wing; what one files while it is cut off is lost to nobody', async ({
  workbench: ada,
  openWindow,
}) => {
  if (team === undefined || bensLine === undefined) return;
  await team.invite('ada', 'ferry', 'owner');
  await team.invite('ben', 'ferry', 'writer');
  const bensUrl = new URL(team.urlOf('ben'));
  bensUrl.port = String(bensLine.port);
  bensFolder = teamWorkspace();
  inWindow(bensFolder, ...note('Of Ben alone.', 'own'));

  await ada.sideBar.show();
  await connect(ada, team.urlOf('ada'), 'ada');
  await ada.quickInput.labelled('Share a Wing…').click();
  await ada.quickInput.labelled('ferry').click();
  await ada.quickInput.labelled('Share').click();
  await ada.statusBarEntries('ferry is shared.').waitFor();
  const ben = await openWindow(bensFolder);
  await ben.sideBar.show();
  await connect(ben, bensUrl.href, 'ben');
  await ben.page.keyboard.press('Escape');
  await chooseForWing(ben, 'ferry', 'Take into This Palace');
  for (const window of [ada, ben]) {
    await window.sideBar.memory.expand(/^ferry.*shared/);
    await window.sideBar.memory.rows('The limit is five').first().waitFor();
  }

  const adas = await write(ada, 'Ferries leave at six.');
  const toBen = await shown(ben, 'Ferries leave at six.', adas);
  const bens = await write(ben, 'The log is kept in ink.');
  const toAda = await shown(ada, 'The log is kept in ink.', bens);
  const { client } = await spawnedServer(palaceIn(bensFolder), bensFolder);
  const found = await callTool(client, 'mempalace_search', { query: 'when do ferries leave' });
  expect(found.text).toContain('Ferries leave at six.');
  const filed = { wing: 'ferry', room: 'notes', content: 'The agent counted nine berths.' };
  expect(await callTool(client, 'mempalace_add_drawer', filed)).toMatchObject({ isError: false });
  const agents = Date.now();
  const ofAgent = await Promise.all([ada, ben].map((window) => shown(window, 'nine berths', agents)));
  await client.close();
  console.log(
    `a note of one window stood in the other’s tree ${toBen} and ${toAda} ms after it was entered, an agent’s in the two ${ofAgent.join(' and ')} ms after its answer`,
  );

  await bensLine.cut();
  await write(ben, 'The crane waits for low water.');
  await shown(ben, 'The crane waits', Date.now());
  // What is filed is sent at once, which is when the window notices; by itself it would within half a minute.
  await ben.page.locator('.statusbar-item .codicon-debug-disconnect').first().waitFor();
  const seven = String(inWindow(bensFolder, 'edit', limit, 'The limit is seven requests.')['drawer_id']);
  const six = String(inWindow(ada.folder, 'edit', limit, 'The limit is six requests.')['drawer_id']);
  await write(ada, 'Tickets are sold on board.');
  await shown(ada, 'Tickets are sold', Date.now());
  await ben.screenshot('team cut off');
  expect(await ada.sideBar.memory.rows('The crane waits').count()).toBe(0);

  await bensLine.mend();
  await ben.quickInput.runCommand('Synapse Palace: Manage Team', 'Sync Now');
  const mended = Date.now();
  const after = await Promise.all([shown(ada, 'The crane waits', mended), shown(ben, 'Tickets are sold', mended)]);
  console.log(
    `what was filed while the line was cut stood in both trees ${after.join(' and ')} ms after “Sync Now”`,
  );
  for (const window of [ada, ben]) await window.statusBarEntries('1 conflict').waitFor();
  await openConflicts(ben, '1 conflict');
  for (const text of ['The limit is six requests.', 'The limit is seven requests.'])
    await ben.page.locator('.monaco-diff-editor .view-line', { hasText: text }).first().waitFor();
  await ben.screenshot('team two windows');
  await titleButton(ben, 'Keep Mine').click();
  for (const window of [ada, ben]) await window.statusBarEntries('conflict').waitFor({ state: 'hidden' });
  await expect.poll(() => inWindow(ada.folder, 'show', six)).toMatchObject({ superseded_by: seven });
  expect(wingOf(bensFolder)).toEqual(wingOf(ada.folder));
});

test('a window that is opened again exchanges with the password that was kept', async ({
  workbench: ada,
  openWindow,
}) => {
  const ben = await openWindow(bensFolder);
  await ben.quickInput.runCommand('Synapse Palace: Manage Team', 'Sync Now');
  await ben.statusBarEntries('Taken: ').waitFor();
  await ben.sideBar.show();
  await ben.sideBar.memory.expand(/^ferry.*shared/);
  inWindow(ada.folder, ...note('The gate is shut at nine.'));
  await shown(ben, 'The gate is shut at nine.', Date.now());
});
