import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { connectPalace } from '../../extension/service/connectPalace.ts';
import { hostileHost, hostileTexts } from '../fixtures/hostileTexts.ts';
import { writeSettings } from './host/agedWorkspace.ts';
import { temporaryWorkspace, workbenchTest } from './host/workbenchTest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A workspace whose palace has every hostile text as a note and, where that is possible, as a room or a tag. */
const hostilePalace = async (): Promise<string> => {
  const folder = temporaryWorkspace({ 'notes.md': 'The harbour crane is inspected every March.\n' });
  mkdirSync(path.join(folder, '.vscode'));
  writeSettings(folder, {});
  const file = path.join(folder, 'hostile.jsonl');
  writeFileSync(
    file,
    hostileTexts
      .map((text, at) =>
        JSON.stringify({
          id: `hostile-${at}`,
          text: `${text}\nThe hostile crane of berth ${at} was inspected.`,
          wing: at % 100 === 0 ? text : 'harbour',
          room: at % 10 === 0 ? text : 'notes',
          type: 'decision',
          source_file: null,
          filed_at: new Date(Date.now() - at * 60_000).toISOString(),
        }),
      )
      .concat(
        JSON.stringify({
          id: 'cut',
          text: `x${'😀'.repeat(30)} whale`,
          wing: '/srv',
          room: 'notes',
          type: 'insight',
        }),
        JSON.stringify({
          id: 'abroad',
          text: 'An otter swims.',
          wing: 'otters',
          room: 'src',
          type: 'file',
          source_file: '/srv/otter.py',
        }),
      )
      .join('\n'),
  );
  const { api, close } = await connectPalace({
    folder: path.join(folder, '.synapse-palace'),
    workspace: 'harbour',
    distFolder: path.join(root, 'dist'),
    modelFolder: path.join(root, 'media', 'models', 'all-MiniLM-L6-v2-int8'),
  });
  expect((await api.importDrawers({ file })).added).toBe(hostileTexts.length + 2);
  const { drawers } = await api.list({ limit: 20 });
  const ids = drawers.map(({ drawer_id: id }) => id);
  for (const [at, id] of ids.entries())
    await api.update({ drawer_ids: [id], pinned: at < 3, tags_add: [(hostileTexts[at * 20] ?? '').slice(0, 60)] });
  await api.makePlan({ drawer_ids: ids.slice(6, 12) });
  await close();
  return folder;
};

const folder = await hostilePalace();
const test = workbenchTest(() => folder);
const asked: string[] = [];

/** Runs in a page: what hostile texts have made of it, which is nothing where they stayed texts. */
const made = String.raw`(() => {
  const found = [...document.querySelectorAll('*')].filter(
    (node) =>
      node.getAttributeNames().some((name) => /^on(?:error|load|focus|toggle)$/.test(name)) ||
      ['src', 'href', 'action', 'data'].some((name) =>
        /taken|workbench\.action\.quit|^javascript:/.test(node.getAttribute(name) ?? ''),
      ),
  );
  return [...found.map((node) => node.outerHTML.slice(0, 120)), ...(document.title === 'taken' ? ['the title'] : [])];
})()`;

const expectOnlyText = async (page: Page, where: string): Promise<void> => {
  const look = (frame: Frame): Promise<string[]> => frame.evaluate<string[]>(made).catch(() => []);
  expect((await Promise.all(page.frames().map(look))).flat(), where).toEqual([]);
};

test('hostile texts in trees and tooltips stay text', async ({ workbench }) => {
  const { page } = workbench;
  page.on('request', (request) => asked.push(request.url()));
  const { memory, session } = workbench.sideBar;
  await workbench.sideBar.show();
  await memory.open();
  await memory.expand(/^Notes/);
  const rows = memory.rows(/script|onerror|taken/);
  await rows.first().waitFor();
  await expectOnlyText(page, 'rooms and notes');
  await memory.expand(/^harbour/);
  await memory.hover(/taken/, 'taken', async () => {
    await workbench.screenshot('hostile tree');
    await expectOnlyText(page, 'a tooltip');
  });
  await memory.close();
  await session.open();
  await session.hover(/taken/, 'taken', () => expectOnlyText(page, 'a tooltip of the Session view'));
});

test('a file of another folder has its row, a note opens although no address can begin or be cut like its names', async ({
  workbench,
}) => {
  const { page, quickInput } = workbench;
  const { memory } = workbench.sideBar;
  await memory.open();
  await memory.expand(/^src/);
  await memory
    .rows(/^otter\.py/)
    .first()
    .waitFor();
  await quickInput.searchUntil('whale', quickInput.rows(/😀/).first());
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'x😀' }).waitFor();
});

test('in Quick Picks too', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  for (const words of ['hostile crane inspected', 'script taken', 'onerror', 'workbench.action.quit']) {
    await workbench.quickInput.type(words);
    await workbench.quickInput
      .rows(/taken|quit/)
      .first()
      .waitFor();
    await expectOnlyText(page, words);
  }
  await workbench.screenshot('hostile pick');
  expect(await page.locator('.quick-input-list .codicon-trash').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('in the inspector and the review too', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Search with Explained Ranking');
  const inspector = await workbench.webview('#inspector');
  const field = inspector.getByLabel('Search this palace').locator('input');
  await field.fill('hostile crane inspected taken');
  await field.press('Enter');
  await inspector.locator('li.result').first().waitFor();
  await inspector.locator('.row-button').first().click();
  await expectOnlyText(page, 'results');
  for (const tab of ['Trace', 'Wings', 'Compare', 'Timing']) {
    await inspector.getByRole('tab', { name: tab }).click();
    await expectOnlyText(page, tab);
  }
  await workbench.sideBar.session.close();
  await workbench.sideBar.archive.open();
  await workbench.sideBar.archive.pressActionUntil(/proposed/, 'Review', (timeout) =>
    workbench.webview('#inspector .review .drawer', timeout).then(() => undefined),
  );
  const review = await workbench.webview('#inspector .review .drawer');
  await review.locator('.drawer .disclose').first().click();
  await workbench.screenshot('hostile review');
  await expectOnlyText(page, 'the review');
});

test('nothing was asked for outside, no policy was breached, no command ran', async ({ workbench }) => {
  expect(asked.filter((url) => url.includes(hostileHost))).toEqual([]);
  expect(
    workbench.console.filter(
      (line) => /Content Security Policy|violates the following/i.test(line) && /inspector|taken/i.test(line),
    ),
  ).toEqual([]);
  expect(workbench.page.isClosed()).toBe(false);
  await workbench.page.locator('.monaco-workbench').waitFor();
});
