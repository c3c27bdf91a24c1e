// npm start: from a fresh clone to the running extension. Builds, mines this repository into a palace, explains one search and
// opens the extension in VS Code. --no-open ends after the search.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireCurrentNode } from './running/nodeVersion.mjs';
import { ensureDependencies } from './running/npmDependencies.mjs';
import { packageExtension } from './package.mjs';
import { runProgram } from './running/runProgram.mjs';
import { installVscodeHost } from './programs/vscodeHost.mjs';
import { startVscodeServer } from './programs/vscodeServer.mjs';

requireCurrentNode();
const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// The question uses the words of a heading in the documentation, so that this script itself is not the best answer.
const [, topic = 'mining'] =
  /^## (Recovery.*)$/m.exec(readFileSync(path.join(projectFolder, 'docs/architecture.md'), 'utf8')) ?? [];
const question = `how does ${topic.toLowerCase()} work`;
/**
 * Seconds that the first search waits for vectors; drawers still without one are found by their words and embedded
 * later.
 */
const patience = 3;
const unknown = process.argv.slice(2).find((argument) => argument !== '--no-open');
if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. Usage: npm start -- [--no-open]`);
  process.exit(2);
}
process.chdir(projectFolder);

try {
  await ensureDependencies(projectFolder, heading);
  heading('Building');
  await step('The build failed: fix the errors that esbuild lists above.', 'esbuild.mjs');
  heading(
    `Filing this repository in a palace: synapse-palace mine . --max-wait ${patience} (the first time it waits for vectors up to ${patience} s)`,
  );
  await step(
    'Mining this repository failed: the line above says why.',
    'dist/cli.js',
    'mine',
    '.',
    '--max-wait',
    String(patience),
  );
  heading(`Asking it: synapse-palace search "${question}" --explain`);
  await step('The search failed: the line above says why.', 'dist/cli.js', 'search', question, '--explain');
  if (!process.argv.includes('--no-open')) await open();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

function heading(text) {
  console.log(`\n── ${text}`);
}

async function step(failure, ...args) {
  const { code } = await runProgram(process.execPath, args);
  if (code !== 0) throw new Error(failure);
}

async function open() {
  const desktop = desktopVscode();
  if (desktop !== undefined) {
    heading(`Opening VS Code (${desktop}) with the extension`);
    const args = [`--extensionDevelopmentPath=${projectFolder}`, projectFolder];
    const { code } =
      process.platform === 'win32'
        ? await runProgram(process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', 'code', ...args])
        : await runProgram(desktop, args);
    if (code === 0) return;
    console.log('It does not start; serving VS Code to a browser instead.');
  }
  heading('Opening VS Code in the browser with the extension');
  const hostFolder = await installVscodeHost({ report: console.log });
  const server = await startVscodeServer({ hostFolder, vsix: await packageExtension(), ownHome: true });
  const address = `${server.url}?folder=${encodeURIComponent(projectFolder)}`;
  console.log(
    `\n${address}\n\nOpen this address in a browser of this machine, then the Synapse Palace icon on the left. Ctrl+C ends it.`,
  );
  if (hasDisplay())
    await runProgram(process.platform === 'darwin' ? 'open' : 'xdg-open', [address], { output: 'keep' });
  process.exitCode = 0; // Ctrl+C is the intended way to end it
  await server.ended;
  await server.stop();
  throw new Error('VS Code ended by itself. Run npm start again.');
}

/** The path of desktop VS Code's command, if it can show a window. */
function desktopVscode() {
  // Root's desktop VS Code refuses to start without further switches.
  if (!hasDisplay() || process.getuid?.() === 0) return undefined;
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
