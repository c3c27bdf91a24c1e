import { expect } from 'vitest';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest({ 'notes.md': '# Notes\n\nThe harbour crane is inspected every March.\n' });

test('the packaged extension puts its view container into the activity bar', async ({ workbench }) => {
  await workbench.sideBar.entry.waitFor();
  await workbench.sideBar.show();
  await workbench.sideBar.memory.body.waitFor();
});

test('showing its view activates the extension without an error', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.sideBar.show();
  await workbench.quickInput.runCommand('Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Synapse Palace' });
  await row.waitFor();
  await row.getByText(/Activation: \d+ms/).waitFor();
  expect(workbench.console.filter((line) => /synapse-palace.*(?:activat\w+.*failed|error)/i.test(line))).toEqual(
    [],
  );
});
