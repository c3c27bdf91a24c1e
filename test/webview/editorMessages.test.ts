import { expect } from 'vitest';
import { parseInspectorMessage } from '../../extension/protocol/parseMessage.ts';
import { sampleQuery } from '../fixtures/inspector/drawerTexts.ts';
import { sampleResult } from '../fixtures/inspector/sampleResults.ts';
import { samplePalace } from '../fixtures/inspector/samplePalace.ts';
import { test } from './host/inspectorTest.ts';

const now = Date.now();

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

test('a window without a folder, a palace that is being made, and one that is gone each say so, with what can be done', async ({
  inspector,
}) => {
  const { page } = inspector;
  const none = { ...samplePalace, state: 'absent', drawers: 0, archived: 0 } as const;
  const buttons = () => page.locator('vscode-button:not([appearance=icon])').allTextContents();
  await inspector.init({ palace: none, commands: ['openFolder'] });
  expect(await page.locator('.message h2').innerText()).toBe('No folder is open.');
  expect(await buttons()).toEqual(['Open Folder']);
  await inspector.send({ type: 'commands', commands: ['mineWorkspace'] });
  expect(await buttons()).toEqual(['Mine workspace']);
  await inspector.send({
    type: 'status',
    palace: { ...none, state: 'ok', underWay: { stage: 'mining', done: 1, total: 9, text: 'Mining: 1 of 9' } },
  });
  expect(await page.locator('.message h2').innerText()).toBe('The memory of this workspace is being made.');
  expect(await buttons()).toEqual([]);
  await inspector.send({ type: 'status', palace: samplePalace });
  await inspector.show(sampleResult(now));
  await inspector.send({ type: 'status', palace: none });
  expect(await page.locator('.banner strong').innerText()).toBe('This workspace has no memory now.');
  expect(await page.locator('.banner vscode-button').allTextContents()).toEqual(['Mine workspace']);
  expect(await page.locator('.result').count()).toBe(10);
});

test('a palace that can’t be opened says why in every tab, and is tried again', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.send({ type: 'commands', commands: ['showLog'] });
  const error = { code: 'E_NEWER', message: 'A newer version made it.', remedy: 'Update.' };
  await inspector.send({ type: 'error', requestId: null, ...error });
  expect(await page.locator('.message').innerText()).toContain('The palace could not be opened.');
  expect(await page.locator('.message vscode-button').allTextContents()).toEqual(['Try again', 'Show log']);
  await page.getByRole('tab', { name: 'Growth' }).click();
  expect(await page.locator('#panel').innerText()).toBe('A newer version made it. Update.');
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await inspector.countPosted('ready')).toBe(2);
  expect(await inspector.countPosted('search')).toBe(0);
  await inspector.init();
  expect(await page.locator('.message h2').innerText()).toBe('Ask this palace something.');
});
