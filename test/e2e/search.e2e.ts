import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { quickInputBox, quickPickRow, quickPickRows, runCommand, typeQuickInput } from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

test('a search as you type shows the right file first, with its best line', async ({ workbench }) => {
  const { page } = workbench;
  await mineFromPalette(page);
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'repeat a failed call with exponential backoff');
  await quickPickRows(page, 'retry.js').first().waitFor();
  const first = quickPickRow(page, 0);
  await expect.poll(() => first.innerText()).toContain('services/gateway/src/retry.js:');
  await expect.poll(() => first.innerText()).toContain('Repeats a call that failed, with exponential backoff');
  await workbench.screenshot('search');
});

test('a filter in the query narrows the results', async ({ workbench }) => {
  const { page } = workbench;
  await quickInputBox(page).fill('room:src seats');
  await expect
    .poll(async () => {
      const texts = await quickPickRows(page, /./).allInnerTexts();
      return texts.length > 0 && texts.every((text) => text.includes('› src'));
    })
    .toBe(true);
});

test('Enter pressed before the answer is there opens the first result once it is', async ({ workbench }) => {
  const { page } = workbench;
  await quickInputBox(page).fill('nightly billing run resume committed');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: /run\.py|runbook\.md/ }).waitFor();
  await runCommand(page, 'Synapse Palace: Search Memory');
});

test('Enter opens the source with the text selected', async ({ workbench }) => {
  const { page } = workbench;
  await quickInputBox(page).fill('immutable invoice credit note trigger');
  await quickPickRows(page, '0007_credit_notes.sql').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: '0007_credit_notes.sql' }).waitFor();
  await page.locator('.statusbar-item', { hasText: /\(\d+ selected\)/ }).waitFor();
});

test('the search is remembered and found again without typing it', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Search Memory');
  await quickPickRows(page, 'immutable invoice credit note trigger').first().waitFor();
  await page.keyboard.press('Escape');
});

test('a question in Japanese finds the Japanese note', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, '霧の日の払い戻し');
  await quickPickRows(page, '港の覚書.md').first().waitFor();
  await expect.poll(() => quickPickRow(page, 0).innerText()).toContain('港の覚書.md');
  await page.keyboard.press('Escape');
});

test('a saved change is found without mining by hand', async ({ workbench }) => {
  const { page, folder } = workbench;
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'fog bell suspended');
  await quickPickRows(page, 'runbook.md').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'runbook.md' }).waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nThe quokka pontoon is closed on Sundays.\n');
  await page.keyboard.press('Control+s');
  await expect.poll(() => readFileSync(path.join(folder, 'docs/runbook.md'), 'utf8')).toContain('quokka');
  await expect
    .poll(
      async () => {
        await runCommand(page, 'Synapse Palace: Search Memory');
        await typeQuickInput(page, 'quokka pontoon');
        const found = await quickPickRows(page, 'The quokka pontoon is closed')
          .first()
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
        await page.keyboard.press('Escape');
        return found;
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);
});

test('the text of a deleted file is still there, word for word, read-only', async ({ workbench }) => {
  const { page, folder } = workbench;
  rmSync(path.join(folder, 'services/billing/billing/rounding.py'));
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'split a fare among passengers odd cents');
  await quickPickRows(page, 'rounding.py').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'rounding (as filed).py' }).waitFor();
  await page.locator('.view-line', { hasText: 'divmod(total_cents, passengers)' }).waitFor();
  await page.locator('.statusbar-item', { hasText: 'no longer there' }).waitFor();
  await workbench.screenshot('deleted-source');
});

test('a wrong setting is named, and its default used', async ({ workbench }) => {
  const { page, folder } = workbench;
  writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify({ 'synapsePalace.results': 'many' }));
  await page
    .locator('.notification-list-item', { hasText: 'synapsePalace.results must be a whole number from 1 to 200' })
    .waitFor();
  await runCommand(page, 'Synapse Palace: Search Memory');
  await typeQuickInput(page, 'harbour');
  await quickPickRows(page, 'harbour-meeting').first().waitFor();
  await page.keyboard.press('Escape');
});
