import type { TestProject } from 'vitest/node';
import { ensureChromium } from '../../../scripts/programs/chromium.mjs';
import { startInspectorServer } from '../../../scripts/inspectorServer.mjs';

/** What every test of the webview is given. */
export interface InspectorUnderTest {
  /** Where the inspector is served, with a trailing slash. */
  readonly url: string;
  /** Path of the Chromium program. */
  readonly chromium: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly inspectorUnderTest: InspectorUnderTest;
  }
}

/**
 * Builds and serves the inspector before the first test; vitest runs this once, and what it returns after the last.
 * @throws {Error} what to install, if there is no Chromium: then the whole suite fails
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await ensureChromium(console.log);
  const server = await startInspectorServer();
  project.provide('inspectorUnderTest', { url: server.url, chromium });
  return server.stop;
}
