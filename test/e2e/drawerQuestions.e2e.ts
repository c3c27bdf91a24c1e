import path from 'node:path';
import { expect } from 'vitest';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = sampleWorkspace();
const test = workbenchTest(() => folder);
const query = 'repeat a failed call with exponential backoff';

const chooseOnDrawer = (workbench: Workbench, drawer: RegExp, action: RegExp): Promise<void> =>
  workbench.chooseFromRowMenu(workbench.sideBar.memory.rows(drawer).first(), action, workbench.quickInput.opens);

test("a drawer's menu lists the drawers that are most like it, and one opens", async ({ workbench }) => {
  const { page } = workbench;
  await workbench.sideBar.show();
  await workbench.mine();
  await page.locator('.statusbar-item[aria-label="Synapse Palace: 16 drawers"]').waitFor();
  await workbench.sideBar.memory.expand(/^ferry/);
  await workbench.sideBar.memory.expand(/^docs/);
  await workbench.sideBar.memory.expand(/^decisions\.md/);
  await chooseOnDrawer(workbench, /decisions\.md:/, /^Find Similar/);
  await workbench.quickInput
    .rows(/similarity 0\.\d\d/)
    .first()
    .waitFor();
  const [first, second] = [
    await workbench.quickInput.row(0).innerText(),
    await workbench.quickInput.row(1).innerText(),
  ].map((text) => Number(/similarity (-?[\d.]+)/.exec(text)?.[1]));
  expect(first).toBeGreaterThanOrEqual(second ?? 1);
  await workbench.screenshot('similar');
  await page.keyboard.press('Enter');
  await workbench.passageShown();
});

test("a drawer's menu tells why it is not among a search's results", async ({ workbench }) => {
  const { page } = workbench;
  await chooseOnDrawer(workbench, /decisions\.md:/, /^Explain Why/);
  await workbench.quickInput.answer(`${query} path:retry.js`);
  await workbench.dialog.box.waitFor();
  const verdict = await workbench.dialog.box.innerText();
  expect(verdict).toContain('decisions.md');
  expect(verdict).toContain('is not among the results');
  await workbench.screenshot('why-not');
  await workbench.dialog.press('Show in Inspector');
  const inspector = await workbench.webview('#inspector');
  await inspector.locator('.answer', { hasText: 'The filters exclude it.' }).waitFor();
  await workbench.screenshot('why-not in the inspector');
  await inspector.getByRole('button', { name: 'Remove the filter path:retry.js.' }).click();
  await inspector.locator('li.result', { hasText: 'decisions.md' }).first().waitFor();
  expect(await inspector.getByRole('textbox', { name: 'Search this palace' }).inputValue()).toBe(query);
  await page.keyboard.press('Control+w');
});

test('a palace of the model in use has no embeddings to rebuild, and says so without a question', async ({
  workbench,
}) => {
  const answer = 'There is nothing to rebuild: all 16 vectors were made by';
  await workbench.sideBar.show();
  await workbench.chooseFromViewMenu(
    workbench.sideBar.memory,
    ['Troubleshooting', 'Rebuild Embeddings…'],
    async (timeout) => void (await workbench.notifications.waitFor(answer, timeout)),
  );
  expect(await workbench.dialog.box.count()).toBe(0);
});

test('a saved search opens again in the inspector, marked as recorded', async ({ workbench }) => {
  const { page } = workbench;
  const file = path.join(folder, 'run.replay.json');
  const inspector = await workbench.explainRanking(query, 'retry.js');
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
  await inspector.getByRole('tab', { name: /Compare/ }).click();
  await inspector.getByRole('button', { name: 'Save this search…' }).click();
  await workbench.quickInput.answerFileDialog(file);
  await page.locator('.tab', { hasText: 'Memory Inspector' }).waitFor();
  await workbench.quickInput.runCommand('Synapse Palace: Open Saved Search');
  await workbench.quickInput.answerFileDialog(file);
  await inspector.getByText('Replayed from “run.replay.json”').first().waitFor();
  await inspector.locator('li.result', { hasText: 'retry.js' }).first().waitFor();
  await workbench.screenshot('replayed');
});
