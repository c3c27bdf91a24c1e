import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerFileDialog } from './host/fileDialog.ts';
import { modalDialog, waitForNotification } from './host/messages.ts';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { answerInputBox, quickInputBox, quickPickRow, quickPickRows, runCommand } from './host/quickInput.ts';
import { chooseFromRowMenu, quickInputOpens } from './host/rowMenu.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { expandTreeRow, showViewContainer, treeRows } from './host/views.ts';
import { webviewDocument } from './host/webviewDocument.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = sampleWorkspace();
const test = workbenchTest(() => folder);
const query = 'repeat a failed call with exponential backoff';

const chooseOnDrawer = (page: Page, drawer: RegExp, action: RegExp): Promise<void> =>
  chooseFromRowMenu(page, treeRows(page, 'Memory', drawer).first(), action, quickInputOpens(page));

test("a drawer's menu lists the drawers that are most like it, and one opens", async ({ workbench }) => {
  const { page } = workbench;
  await showViewContainer(page, 'Synapse Palace');
  await mineFromPalette(page);
  await page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor({ timeout: 60_000 });
  await expandTreeRow(page, 'Memory', /^ferry/);
  await expandTreeRow(page, 'Memory', /^docs/);
  await chooseOnDrawer(page, /decisions\.md/, /^Find Similar/);
  await quickPickRows(page, /likeness 0\.\d\d/)
    .first()
    .waitFor();
  const [first, second] = [await quickPickRow(page, 0).innerText(), await quickPickRow(page, 1).innerText()].map(
    (text) => Number(/likeness (-?[\d.]+)/.exec(text)?.[1]),
  );
  expect(first).toBeGreaterThanOrEqual(second ?? 1);
  await workbench.screenshot('similar');
  await page.keyboard.press('Enter');
  await page.locator('.view-overlays .selected-text').first().waitFor();
});

test("a drawer's menu tells why it is not among a search's results", async ({ workbench }) => {
  const { page } = workbench;
  await chooseOnDrawer(page, /decisions\.md/, /^Why Isn/);
  await answerInputBox(page, `${query} path:retry.js`);
  await modalDialog(page).waitFor();
  const verdict = await modalDialog(page).innerText();
  expect(verdict).toContain('decisions.md');
  expect(verdict).toContain('is not among the results');
  await workbench.screenshot('why-not');
  await page.keyboard.press('Escape');
  await modalDialog(page).waitFor({ state: 'detached' });
});

test('a palace of the model in use has no embeddings to rebuild, and says so without a question', async ({
  workbench,
}) => {
  const { page } = workbench;
  await runCommand(page, 'Synapse Palace: Rebuild Embeddings');
  await waitForNotification(page, 'There is nothing to rebuild: all 16 vectors were made by');
  expect(await modalDialog(page).count()).toBe(0);
});

test('a saved search opens again in the inspector, marked as recorded', async ({ workbench }) => {
  const { page } = workbench;
  const file = path.join(folder, 'run.replay.json');
  await runCommand(page, 'Synapse Palace: Search Memory');
  await quickInputBox(page).fill(query);
  const row = quickPickRows(page, 'retry.js').first();
  await row.waitFor();
  await row.hover();
  await row.getByRole('button', { name: 'Explain the Ranking' }).click();
  const inspector = await webviewDocument(page, '#inspector');
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
  await inspector.getByRole('tab', { name: /Compare/ }).click();
  await inspector.getByRole('button', { name: 'Save packet…' }).click();
  await answerFileDialog(page, file);
  await page.locator('.tab', { hasText: 'Memory Inspector' }).waitFor();
  await runCommand(page, 'Synapse Palace: Open Replay Packet');
  await answerFileDialog(page, file);
  await inspector.getByText('Replayed from “run.replay.json”').first().waitFor();
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
  await workbench.screenshot('replayed');
});
