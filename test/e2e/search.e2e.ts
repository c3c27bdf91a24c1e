import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../fixtures/palaces/builtPalace.ts';
import { comesWithin } from './host/comesWithin.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

test('a search as you type shows the right file first, with its best line', async ({ workbench }) => {
  await workbench.mine();
  await workbench.quickInput.searchUntil(
    'repeat a failed call with exponential backoff',
    workbench.quickInput.rows('retry.js').first(),
  );
  const first = workbench.quickInput.row(0);
  await expect.poll(() => first.innerText()).toContain('services/gateway/src/retry.js:');
  await expect.poll(() => first.innerText()).toContain('Repeats a call that failed, with exponential backoff');
  await workbench.screenshot('search');
});

test('a filter in the query narrows the results', async ({ workbench }) => {
  await workbench.quickInput.type('room:src seats');
  await expect
    .poll(async () => {
      const texts = await workbench.quickInput.rows(/ › /).allInnerTexts();
      return texts.length > 0 && texts.every((text) => text.includes('› src'));
    })
    .toBe(true);
});

test('Enter pressed before the answer is there opens the first result once it is', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.type('nightly billing run resume committed');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: /run\.py|runbook\.md/ }).waitFor();
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
});

test('Enter opens the source at the matching line, with nothing selected that a key would replace', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.quickInput.type('immutable invoice credit note trigger');
  await workbench.quickInput.rows('0007_credit_notes.sql').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: '0007_credit_notes.sql' }).waitFor();
  await workbench.passageShown();
  await workbench.screenshot('opened at the line');
});

test('the search is remembered and found again without typing it', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  await workbench.quickInput.rows('immutable invoice credit note trigger').first().waitFor();
  await page.keyboard.press('Escape');
});

test('a starred search stands first in the empty search', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.searchUntil('fog bell', workbench.quickInput.rows('runbook.md').first());
  await page.locator('.quick-input-titlebar').getByRole('button', { name: 'Star This Search' }).click();
  await page.locator('.quick-input-titlebar').getByRole('button', { name: 'Remove the Star' }).waitFor();
  await workbench.quickInput.type('');
  await workbench.quickInput.rows('Starred').or(workbench.quickInput.row(0)).first().waitFor();
  await expect.poll(() => workbench.quickInput.row(0).innerText()).toContain('fog bell');
  await workbench.screenshot('starred and recent');
  await page.keyboard.press('Escape');
});

test('results are looked at while moving through them, and Escape brings the editors back', async ({
  workbench,
}) => {
  const { page } = workbench;
  // One click: its tab is a preview, whose place another preview takes.
  await workbench.quickInput.runCommand('Explorer: Focus on Folders View');
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'README.md' }).click();
  await page.locator('.tab.active', { hasText: 'README.md' }).waitFor();
  await workbench.quickInput.searchUntil(
    'repeat a failed call with exponential backoff',
    workbench.quickInput.rows('retry.js').first(),
  );
  const tabs = (): Promise<string[]> => page.locator('.tabs-container .tab').allInnerTexts();
  const before = await tabs();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator('.tab.active').innerText()).not.toBe(before.at(-1));
  expect(await workbench.quickInput.box.and(page.locator(':focus')).count()).toBe(1);
  await workbench.screenshot('preview');
  await page.keyboard.press('Escape');
  await expect.poll(tabs).toEqual(before);
});

test('a misspelt word and a condition that nothing fits are mended by choosing a row', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  await workbench.quickInput.type('exponentail backoff');
  await workbench.quickInput.choose('Search for “exponential”');
  await expect.poll(() => workbench.quickInput.box.inputValue()).toBe('exponential backoff');
  await workbench.quickInput.typeUntil(
    'harbour room:dcos',
    workbench.quickInput.rows('Nothing found in room:dcos.').first(),
  );
  await workbench.quickInput.rows('There is no room “dcos”.').first().waitFor();
  await workbench.quickInput.rows('Search without filters').first().waitFor();
  await workbench.screenshot('did you mean');
  await workbench.quickInput.choose('Did you mean room:docs?');
  await workbench.quickInput
    .rows(/ › docs/)
    .first()
    .waitFor();
  await workbench.quickInput.typeUntil(
    'harbour kind:dcos',
    workbench.quickInput.rows('Did you mean kind:docs?').first(),
  );
  await workbench.quickInput.choose('Did you mean kind:docs?');
  await expect.poll(() => workbench.quickInput.box.inputValue()).toBe('harbour kind:docs');
  await page.keyboard.press('Escape');
});

test('a question in Japanese finds the Japanese note', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.searchUntil('霧の日の払い戻し', workbench.quickInput.rows('港の覚書.md').first());
  await expect.poll(() => workbench.quickInput.row(0).innerText()).toContain('港の覚書.md');
  await page.keyboard.press('Escape');
});

test('where nothing is close, the palette says so above the nearest', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  await workbench.quickInput.type('mortgage calculator guitar');
  await page.locator('.quick-input-title', { hasText: 'Nothing close. The nearest:' }).waitFor();
  await workbench.screenshot('nothing close');
  await workbench.quickInput.type('immutable invoice credit note trigger');
  await page.locator('.quick-input-title', { hasText: 'Search Memory' }).waitFor();
  expect(await workbench.quickInput.row(0).innerText()).toContain('0007_credit_notes.sql');
  await page.keyboard.press('Escape');
});

test('a saved change is found without mining by hand', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.quickInput.searchUntil('fog bell suspended', workbench.quickInput.rows('runbook.md').first());
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'runbook.md' }).waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nThe quokka pontoon is closed on Sundays.\n');
  await page.keyboard.press('Control+s');
  await expect.poll(() => readFileSync(path.join(folder, 'docs/runbook.md'), 'utf8')).toContain('quokka');
  await expect
    .poll(
      async () => {
        await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
        await workbench.quickInput.type('quokka pontoon');
        const found = await comesWithin(workbench.quickInput.rows('The quokka pontoon is closed'), 2000);
        await page.keyboard.press('Escape');
        return found;
      },
      { interval: 500 },
    )
    .toBe(true);
});

test('the text of a deleted file is still there, word for word, read-only', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.quickInput.searchUntil(
    'split a fare among passengers odd cents',
    workbench.quickInput.rows('rounding.py').first(),
  );
  rmSync(path.join(folder, 'services/billing/billing/rounding.py'));
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'rounding (as filed).py' }).waitFor();
  await page.locator('.view-line', { hasText: 'divmod(total_cents, passengers)' }).waitFor();
  await workbench.statusBarEntries('no longer there').waitFor();
  await workbench.screenshot('deleted-source');
});

test('another palace that was linked is found, labelled and opened read-only, until it is unlinked', async ({
  workbench,
}) => {
  const { page, quickInput } = workbench;
  const other = mkdtempSync(path.join(os.tmpdir(), 'synapse-other-'));
  expect(runCli(other, other, 'save', 'The zeppelin is moored at noon.', '--wing', 'air').code).toBe(0);

  await quickInput.runCommand('Synapse Palace: Manage Linked Palaces', 'Link Another Palace…');
  await quickInput.choose('Choose a Folder');
  await quickInput.answerFileDialog(`${other}/`);
  const name = path.basename(other);
  await page.locator('.notification-list-item', { hasText: `Searches find “${name}”` }).waitFor();

  await quickInput.searchUntil('zeppelin', quickInput.rows(`in ${name}`).first());
  await workbench.screenshot('linked palace');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: '(as filed)' }).waitFor();
  await page.locator('.view-line', { hasText: 'The zeppelin is moored at noon.' }).waitFor();

  await quickInput.runCommand('Synapse Palace: Manage Linked Palaces');
  await quickInput.rows('1 drawer').first().waitFor();
  await quickInput.choose(name);
  await quickInput.choose('Unlink');
  await workbench.statusBarEntries('is not linked any more').waitFor();
  rmSync(other, { recursive: true });
});

test('a wrong setting is named, and its default used', async ({ workbench }) => {
  const { page, folder } = workbench;
  writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify({ 'synapsePalace.results': 'many' }));
  await page
    .locator('.notification-list-item', { hasText: 'synapsePalace.results must be a whole number from 1 to 200' })
    .waitFor();
  await workbench.quickInput.searchUntil('harbour', workbench.quickInput.rows('harbour-meeting').first());
  await page.keyboard.press('Escape');
});
