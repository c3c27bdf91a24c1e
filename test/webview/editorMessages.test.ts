import { expect } from 'vitest';
import { parseInspectorMessage } from '../../extension/protocol/parseMessage.ts';
import { sampleQuery } from '../fixtures/inspector/drawerTexts.ts';
import { samplePalace } from '../fixtures/inspector/samplePalace.ts';
import { test } from './host/inspectorTest.ts';

test('refused messages are reported, and the inspector goes on', async ({ inspector }) => {
  await inspector.start();
  for (const message of [
    null,
    7,
    'init',
    {},
    { type: 'eval', code: '1' },
    { type: 'result', requestId: 'x', result: { results: 'none' } },
    { type: 'init' },
    [[]],
  ])
    await inspector.sendAnything(message);
  const reports = (await inspector.posted()).filter(({ type }) => type === 'report');
  expect(reports).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ code: 'E_MESSAGE' })));
  expect(await inspector.page.locator('.result').count()).toBe(10);
});

test('everything that the inspector sends is understood by the editor', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button').nth(1).click();
  for (const name of [
    'Open source',
    'Copy text',
    'Table',
    'Copy at full precision',
    'Explain scores',
    'Don’t record this search',
    'Filters',
  ])
    await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Wing' }).selectOption('notes');
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('decide');
  await page.getByRole('textbox', { name: 'Search this palace' }).press('Escape');
  await inspector.waitForPosted('saveNavigation'); // a moment later
  const posted = await inspector.posted();
  const kinds = new Set(posted.map(({ type }) => type));
  for (const type of ['ready', 'search', 'openSource', 'copyDrawer', 'copyText', 'cancel', 'saveNavigation'])
    expect(kinds.has(type), type).toBe(true);
  expect(posted.filter((message) => !parseInspectorMessage(message).ok)).toEqual([]);
  expect((await inspector.lastPosted('search')).search).toEqual({
    query: sampleQuery,
    profile: 'decide',
    filter: { wing: ['notes'] },
    k: null,
    explain: false,
    candidateTrace: false,
    dryRun: true,
  });
});

test('only the commands that the host offers have a button', async ({ inspector }) => {
  await inspector.init({ palace: { ...samplePalace, drawers: 0, archived: 0 }, commands: ['mineWorkspace'] });
  expect(await inspector.page.locator('vscode-button').allTextContents()).toEqual(['Mine workspace']);
  await inspector.page.locator('vscode-button').click();
  expect(await inspector.lastPosted('runCommand')).toEqual({ type: 'runCommand', command: 'mineWorkspace' });
});

test('a workspace that is not trusted offers to manage that, and to mine once it is trusted', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.init({ palace: { ...samplePalace, drawers: 0, archived: 0 }, commands: ['manageTrust'] });
  expect(await page.locator('.message').innerText()).toContain('you don’t trust');
  expect(await page.locator('vscode-button').allTextContents()).toEqual(['Manage Workspace Trust']);
  await inspector.send({ type: 'commands', commands: ['mineWorkspace'] });
  expect(await page.locator('vscode-button').allTextContents()).toEqual(['Mine workspace']);
});

test('what the host announces is spoken, and shown for a moment', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await inspector.send({ type: 'announce', text: 'Text copied' });
  expect(await inspector.spoken()).toBe('Text copied');
  expect(await page.locator('.toast').isVisible()).toBe(true);
  await page.locator('.toast').waitFor({ state: 'hidden' });
});
