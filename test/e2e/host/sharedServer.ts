import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { packExtension } from '../../../scripts/package.mjs';
import { startVscodeServer } from '../../../scripts/programs/vscodeServer.mjs';
import { isLong } from '../../fixtures/testSize.ts';

/** What an end-to-end test is given: a VS Code server with the packaged extension installed, and the browser's program. */
export interface SharedServer {
  /** The server's address, with a trailing slash. */
  readonly url: string;
  /** What stands before the names of the Modern themes in this VS Code. */
  readonly beforeTheme: string;
  /** The server's state: its logs, its extensions and the home folder of its processes. */
  readonly stateFolder: string;
  /** Path of the Chromium program. */
  readonly chromium: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, so that two files side by side share no home folder and no settings. */
    readonly sharedServers: readonly SharedServer[];
  }
}

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: run the end-to-end tests with node scripts/e2e.mjs.`);
  return value;
};

/** Spares the processor, which draws every frame: without them the page is painted anew all the time. */
const fewFrames = {
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'workbench.reduceMotion': 'on',
};
/**
 * Of VS Code's own extensions those with a program that a test needs: the others cost a tenth of a window, and the one for TypeScript asks
 * npm's registry for types. A long run has all of them, as have the files with a server of their own.
 */
const builtIn = isLong ? undefined : ['git', 'git-base'];

/** An extension that uses the API of this one once its commands are run, and does nothing before. */
const watcher = path.join(import.meta.dirname, '..', 'extensions', 'palaceWatcher');

/**
 * Starts the servers before the first end-to-end test; vitest runs this once, and what it returns after the last. As many as
 * SYNAPSE_E2E_SERVERS says, else one.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const chromium = required('SYNAPSE_E2E_CHROMIUM');
  const hostFolder = required('SYNAPSE_E2E_HOST');
  const vsix = required('SYNAPSE_E2E_VSIX');
  const packed = mkdtempSync(path.join(os.tmpdir(), 'synapse-watcher-'));
  const watcherPackage = path.join(packed, 'palace-watcher.vsix');
  await packExtension(watcher, watcherPackage);
  const servers = await Promise.all(
    Array.from({ length: Number(process.env['SYNAPSE_E2E_SERVERS'] ?? 1) }, () =>
      startVscodeServer({ hostFolder, vsix, alongside: [watcherPackage], settings: fewFrames, builtIn }),
    ),
  );
  rmSync(packed, { recursive: true });
  project.provide(
    'sharedServers',
    servers.map(({ url, stateFolder, beforeTheme }) => ({ url, stateFolder, beforeTheme, chromium })),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
