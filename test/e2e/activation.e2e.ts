import { expect } from 'vitest';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest({ 'notes.md': '# Notes\n\nThe harbour crane is inspected every March.\n' });

test('the packaged extension puts its view container into the activity bar', async ({ workbench }) => {
  await workbench.sideBar.entry.waitFor();
  await workbench.sideBar.show();
  await workbench.sideBar.memory.body.waitFor();
});

test('the walkthrough shows its titles and pictures whole', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.quickInput.runCommand('Welcome: Open Walkthrough...');
  await workbench.quickInput.choose('Give your workspace a memory');
  const titles = page.locator('.gettingStartedContainer .step-title');
  await titles.first().waitFor();
  for (let step = 0, count = await titles.count(); step < count; step += 1) {
    await titles.nth(step).click();
    expect(await titles.nth(step).evaluate((title) => title.scrollWidth - title.clientWidth)).toBeLessThan(2);
    const picture = (await workbench.webview('svg')).locator('svg');
    const frame = page.locator('.gettingStartedContainer .getting-started-media');
    await expect
      .poll(async () => {
        const [drawn, room] = await Promise.all([picture.boundingBox(), frame.boundingBox()]);
        return (
          drawn !== null &&
          room !== null &&
          drawn.x >= room.x - 1 &&
          drawn.y >= room.y - 1 &&
          drawn.x + drawn.width <= room.x + room.width + 1 &&
          drawn.y + drawn.height <= room.y + room.height + 1
        );
      })
      .toBe(true);
  }
  await workbench.screenshot('walkthrough');
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
