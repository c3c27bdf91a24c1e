// The inspector alone in a browser: every state in every theme and width, keyboard, scrolling, hostile texts and messages.
// Options: --only PART (names that contain it). Pictures go to artifacts/webview/.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { behaviourChecks } from '../test/e2e/webview/behaviourChecks.mjs';
import { serveInspector } from '../test/e2e/webview/inspectorServer.mjs';
import { pictureChecks } from '../test/e2e/webview/pictureChecks.mjs';
import { findChromium } from './chromium.mjs';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const flag = process.argv.indexOf('--only');
const only = flag === -1 ? undefined : process.argv[flag + 1];
const counts = { passed: 0, failed: 0 };

async function check(name, run) {
  if (only !== undefined && !name.includes(only)) return;
  let faults;
  try {
    faults = await run();
  } catch (error) {
    faults = [error instanceof Error ? error.message : String(error)];
  }
  counts[faults.length === 0 ? 'passed' : 'failed'] += 1;
  if (faults.length > 0) console.log(`FAILED ${name}\n  ${faults.join('\n  ')}`);
}

const executablePath = findChromium();
if (executablePath === undefined || !existsSync(executablePath)) {
  console.log('Skipped: there is no Chromium (name one in the environment variable CHROMIUM).');
} else {
  const pictures = path.join(projectFolder, 'artifacts', 'webview');
  mkdirSync(pictures, { recursive: true });
  const served = await serveInspector(projectFolder);
  const browser = await chromium.launch({
    executablePath, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  });
  try {
    console.log(`inspector.js ${Math.ceil(served.sizes.script / 1000)} kB, inspector.css ${Math.ceil(served.sizes.styles / 1000)} kB (minified)`);
    await behaviourChecks(browser, served, check);
    await pictureChecks(browser, served, check, { pictures, only });
  } finally {
    await browser.close();
    await served.close();
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
