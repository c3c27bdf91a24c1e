import type { TestProject } from 'vitest/node';
import { startVscodeServer } from '../../../scripts/vscodeServer.mjs';

/** What every end-to-end test is given: one VS Code server with the packaged extension installed, and the browser's program. */
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
    readonly sharedServer: SharedServer;
  }
}

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: run the end-to-end tests with node scripts/e2e.mjs.`);
  return value;
};

/** Starts the server before the first end-to-end test; vitest runs this once, and what it returns after the last. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const chromium = required('SYNAPSE_E2E_CHROMIUM');
  const server = await startVscodeServer({
    hostFolder: required('SYNAPSE_E2E_HOST'),
    vsix: required('SYNAPSE_E2E_VSIX'),
  });
  const { url, stateFolder, beforeTheme } = server;
  project.provide('sharedServer', { url, stateFolder, beforeTheme, chromium });
  return server.stop;
}
