import { expect } from 'vitest';
import { movedWorkspace } from './host/movedWorkspace.ts';
import { chooseTheme, themesFor, type ThemeName } from './host/themes.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const folder = await movedWorkspace();
const test = workbenchTest(() => folder);
const looks: readonly ThemeName[] = ['Light Modern', 'Default High Contrast', 'Dark Modern'];

test('the Session view says what maintenance and an agent moved, and which plan waits', async ({ workbench }) => {
  await workbench.sideBar.show();
  await workbench.sideBar.memory.close();
  const { session } = workbench.sideBar;
  await session.open();
  for (const row of [
    /^Waits for your approval.*1/,
    /^A plan of an agent: 1 group, 3 drawers/,
    /^Moved lately.*2/,
    /^An agent: 1 archived/,
    /^Maintenance: 1 archived, 1 demoted/,
  ])
    await session.rows(row).first().waitFor();
  await session.expand(/^Maintenance: 1 archived/);
  for (const row of [
    /Half of the mast is painted.*ephemeral → archive/,
    /The crane is green.*working → ephemeral/,
  ])
    await session.rows(row).first().waitFor();
  for (const theme of process.env['SYNAPSE_LOOK'] === '1' ? looks : themesFor('Default High Contrast')) {
    await chooseTheme(workbench, theme);
    await session.hover(/^An agent: 1 archived/, 'moved to the wiki', () =>
      workbench.screenshot(`moved ${theme}`),
    );
  }
});

test('the status names both, and leads to the Session view', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Show Palace Status');
  await workbench.quickInput.rows('An agent’s plan waits for your approval').first().waitFor();
  await workbench.quickInput
    .rows(/Maintenance: 1 archived, 1 demoted/)
    .first()
    .waitFor();
  await workbench.screenshot('moved in the status');
  await workbench.page.keyboard.press('Escape');
});

test('a batch is undone from its row, whoever moved it', async ({ workbench }) => {
  const { session } = workbench.sideBar;
  await session.pressActionUntil(/^Maintenance: 1 archived/, 'Undo', (timeout) =>
    workbench.notifications.waitFor('Undone. Back where it was: 2 drawers.', timeout),
  );
  await expect.poll(() => session.rows(/^Maintenance: 1 archived/).count()).toBe(0);
  await session.pressActionUntil(/^An agent: 1 archived/, 'Undo', (timeout) =>
    workbench.notifications.waitFor('Undone. Back where it was: 1 drawer.', timeout),
  );
  await expect.poll(() => session.rows(/^Moved lately/).count()).toBe(0);
});

test('an agent’s plan opens in the review, says where its notes contradict each other, and waits no longer once it is applied', async ({
  workbench,
}) => {
  const { session } = workbench.sideBar;
  await session.pressActionUntil(/^A plan of an agent/, 'Review', (timeout) =>
    workbench.webview('#inspector .review', timeout),
  );
  const inspector = await workbench.webview('#inspector');
  await inspector.locator('.contradictions li').first().waitFor();
  expect(await inspector.locator('.contradictions').innerText()).toMatch(/5[^]*not[^]*3/);
  for (const theme of process.env['SYNAPSE_LOOK'] === '1' ? looks : themesFor('Light Modern')) {
    await chooseTheme(workbench, theme);
    await workbench.screenshot(`contradictions ${theme}`);
  }
  const bar = inspector.locator('.apply-bar');
  // What contradicts itself is approved by a person, never by default.
  expect(await bar.innerText()).toContain('1 group contradicts itself and is not approved');
  await inspector.getByRole('checkbox', { name: /^Approve the group/ }).check();
  await workbench.notifications.hideCentre();
  await bar.getByRole('button', { name: 'Apply approved…' }).click();
  await bar.getByRole('button', { name: 'Archive 3' }).click();
  await expect.poll(() => bar.innerText()).toContain('3 drawers archived, 1 summary written');
  await expect.poll(() => session.rows(/^Waits for your approval/).count()).toBe(0);
});
