import { expect } from 'vitest';
import { workbenchTest } from './host/workbenchTest.ts';
import { runCommand } from './host/quickInput.ts';
import { showViewContainer, view, viewContainerEntry } from './host/views.ts';

const test = workbenchTest({ 'notes.md': '# Notes\n\nThe harbour crane is inspected every March.\n' });

test('the packaged extension puts its view container into the activity bar', async ({ workbench: { page } }) => {
  await viewContainerEntry(page, 'Synapse Palace').waitFor();
  await showViewContainer(page, 'Synapse Palace');
  await view(page, 'Memory').waitFor();
});

test('showing its view activates the extension without an error', async ({ workbench }) => {
  const { page } = workbench;
  await showViewContainer(page, 'Synapse Palace');
  await runCommand(page, 'Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Synapse Palace' });
  await row.waitFor();
  await row.getByText(/Activation: \d+ms/).waitFor();
  expect(workbench.console.filter((line) => /synapse-palace.*(?:activat\w+.*failed|error)/i.test(line))).toEqual(
    [],
  );
});
