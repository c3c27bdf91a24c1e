import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startVscodeServer, type VscodeServer } from '../../scripts/vscodeServer.mjs';
import { git, hasGit } from './host/gitRepository.ts';
import { openWorkbench, type Workbench } from './host/openWorkbench.ts';
import { quickInputBox, quickPickRows } from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { showViewContainer, view } from './host/views.ts';

let server: VscodeServer;
let workbench: Workbench;

beforeAll(async () => {
  const { SYNAPSE_E2E_HOST: hostFolder = '', SYNAPSE_E2E_VSIX: vsix = '' } = process.env;
  server = await startVscodeServer({
    hostFolder,
    vsix,
    trustWorkspaces: false,
    settings: { 'security.workspace.trust.startupPrompt': 'never' },
  });
  // A hostile workspace would like its own palace to be opened, and a path of its choice to be written.
  const folder = sampleWorkspace({ 'synapsePalace.location': '.palace' });
  writeFileSync(path.join(folder, 'palace.sqlite'), 'no palace');
  // And a program of its own to be run as soon as anybody starts git in it.
  writeFileSync(path.join(folder, 'watch.sh'), '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n');
  chmodSync(path.join(folder, 'watch.sh'), 0o755);
  if (hasGit)
    for (const words of [
      ['init', '-q'],
      ...['core.fsmonitor', 'core.pager', 'core.sshCommand'].map((key) => [
        'config',
        key,
        path.join(folder, 'watch.sh'),
      ]),
    ])
      git(folder, ...words);
  workbench = await openWorkbench(
    { url: server.url, stateFolder: server.stateFolder, chromium: inject('sharedServer').chromium },
    folder,
  );
});
afterAll(async () => {
  await workbench?.close();
  await server?.stop();
});

test('a workspace that is not trusted is not mined, and the view says why', async () => {
  const { page } = workbench;
  await showViewContainer(page, 'Synapse Palace');
  await view(page, 'Memory').getByText("files of a workspace that you don't trust are not mined").waitFor();
  await view(page, 'Memory').getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
  expect(await view(page, 'Memory').getByRole('button', { name: 'Mine Workspace' }).count()).toBe(0);
  await workbench.screenshot('untrusted');
});

test('the palette does not offer to mine it, nor to index its commits', async () => {
  const { page } = workbench;
  await page.keyboard.press('F1');
  await quickInputBox(page).fill('>Synapse Palace: Palace Status');
  await quickPickRows(page, 'Synapse Palace: Palace Status').first().waitFor();
  for (const title of ['Synapse Palace: Mine Workspace', 'Synapse Palace: Index Git Commits']) {
    await quickInputBox(page).fill(`>${title}`);
    await quickPickRows(page, 'similar commands')
      .first()
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
    expect(await quickPickRows(page, title).count()).toBe(0);
  }
  await page.keyboard.press('Escape');
});

test.skipIf(!hasGit)('no program of its repository ran', () => {
  expect(existsSync(path.join(workbench.folder, 'ran'))).toBe(false);
});

test('nothing was written, neither in the workspace nor in the data folder', () => {
  expect(existsSync(path.join(workbench.folder, '.palace'))).toBe(false);
  expect(readdirSync(path.join(server.stateFolder, 'data'))).not.toContain('synapse-palace');
});
