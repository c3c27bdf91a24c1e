import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { startVscodeServer } from '../../scripts/programs/vscodeServer.mjs';
import { git, hasGit } from './host/gitRepository.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const hostileWorkspace = (): string => {
  // A hostile workspace would like its own palace to be opened, and a path of its choice to be written.
  const folder = sampleWorkspace({ 'synapsePalace.location': '.palace' });
  writeFileSync(path.join(folder, 'palace.sqlite'), 'no palace');
  // And a program of its own to be run as soon as anybody starts git in it.
  const program = path.join(folder, 'watch.sh');
  writeFileSync(program, '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n');
  chmodSync(program, 0o755);
  if (hasGit) git(folder, 'init', '-q');
  if (hasGit)
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand']) git(folder, 'config', key, program);
  return folder;
};

const { SYNAPSE_E2E_HOST: hostFolder = '', SYNAPSE_E2E_VSIX: vsix = '' } = process.env;
const test = workbenchTest(hostileWorkspace, () =>
  startVscodeServer({
    hostFolder,
    vsix,
    trustWorkspaces: false,
    settings: { 'security.workspace.trust.startupPrompt': 'never' },
  }),
);

test('a workspace that is not trusted is not mined, and the view says why', async ({ workbench }) => {
  await workbench.sideBar.show();
  await workbench.sideBar.memory.body
    .getByText("files of a workspace that you don't trust are not mined")
    .waitFor();
  await workbench.sideBar.memory.body.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
  expect(await workbench.sideBar.memory.body.getByRole('button', { name: 'Mine Workspace' }).count()).toBe(0);
  await workbench.screenshot('untrusted');
});

test('the palette does not offer to mine it, nor to index its commits', async ({ workbench }) => {
  const { page } = workbench;
  await page.keyboard.press('F1');
  await workbench.quickInput.type('>Synapse Palace: Show Palace Status');
  await workbench.quickInput.rows('Synapse Palace: Show Palace Status').first().waitFor();
  for (const title of ['Synapse Palace: Mine Workspace', 'Synapse Palace: Index Git Commits']) {
    await workbench.quickInput.type(`>${title}`);
    await workbench.quickInput
      .rows('similar commands')
      .first()
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
    expect(await workbench.quickInput.rows(title).count()).toBe(0);
  }
  await page.keyboard.press('Escape');
});

test('a search and the inspector say so, too, and lead to the trust of the workspace', async ({ workbench }) => {
  await workbench.quickInput.runCommand('Synapse Palace: Search with Explained Ranking');
  const inspector = await workbench.webview('#inspector .message');
  await inspector.getByText('This workspace is not trusted.').waitFor();
  await workbench.screenshot('untrusted inspector');
  await workbench.quickInput.runCommand('Synapse Palace: Search Memory');
  await workbench.notifications.press(
    'are not mined, and no palace inside it is opened',
    'Manage Workspace Trust',
  );
  await workbench.page.getByText('You are in Restricted Mode').first().waitFor();
});

test.skipIf(!hasGit)('no program of its repository ran', ({ workbench }) => {
  expect(existsSync(path.join(workbench.folder, 'ran'))).toBe(false);
});

test('nothing was written, neither in the workspace nor in the data folder', ({ workbench, server }) => {
  expect(existsSync(path.join(workbench.folder, '.palace'))).toBe(false);
  expect(readdirSync(path.join(server.stateFolder, 'data'))).not.toContain('synapse-palace');
});
