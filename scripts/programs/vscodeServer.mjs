import { spawn } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from '../running/runProgram.mjs';
import { vscodeHostPrograms } from './vscodeHost.mjs';

/** A quiet VS Code that asks nothing, fetches nothing and shows only the workbench. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'git.autofetch': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};
const secondsToStart = 60;
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Makes a folder of VS Code's own extensions: all that only declare something (grammars, themes), and the named
 * ones among those with code.
 */
function selectBuiltInExtensions(codeServer, folder, withProgram) {
  const all = path.resolve(codeServer, '..', '..', '..', 'lib', 'vscode', 'extensions');
  mkdirSync(folder);
  for (const entry of readdirSync(all, { withFileTypes: true })) {
    const isSelected = () => {
      if (!entry.isDirectory() || entry.name === 'node_modules') return false;
      const { main, browser } = JSON.parse(readFileSync(path.join(all, entry.name, 'package.json'), 'utf8'));
      return (main === undefined && browser === undefined) || withProgram.includes(entry.name);
    };
    if (isSelected()) symlinkSync(path.join(all, entry.name), path.join(folder, entry.name));
  }
}

/** Starts a VS Code server; see vscodeServer.d.mts. */
export async function startVscodeServer({
  hostFolder,
  vsix,
  alongside = [],
  builtIn,
  settings = {},
  env = {},
  ownHome = false,
  trustWorkspaces = true,
}) {
  const { node, codeServer, options, beforeTheme } = vscodeHostPrograms(hostFolder);
  const stateFolder = mkdtempSync(path.join(os.tmpdir(), 'synapse-vscode-'));
  const inState = (...parts) => path.join(stateFolder, ...parts);
  const remove = () => rmSync(stateFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

  for (const folder of ['home', 'data', 'config', 'extensions', path.join('user', 'User')])
    mkdirSync(inState(folder), { recursive: true });
  writeFileSync(inState('config.yaml'), 'auth: none\n');
  writeFileSync(
    inState('user', 'User', 'settings.json'),
    JSON.stringify(
      { ...quietSettings, 'workbench.colorTheme': `${beforeTheme}Dark Modern`, ...settings },
      undefined,
      2,
    ),
  );

  if (builtIn !== undefined) selectBuiltInExtensions(codeServer, inState('built-in'), builtIn);
  const environment = {
    ...process.env,
    ...(ownHome
      ? {}
      : { HOME: inState('home'), XDG_DATA_HOME: inState('data'), XDG_CONFIG_HOME: inState('config') }),
    EXTENSIONS_GALLERY: '{}', // no marketplace
    ...env,
  };
  // Set if this runs in a VS Code terminal; the server would take itself for that window's command line.
  delete environment.VSCODE_IPC_HOOK_CLI;
  const common = [
    codeServer,
    '--config',
    inState('config.yaml'),
    '--user-data-dir',
    inState('user'),
    '--extensions-dir',
    inState('extensions'),
    ...(builtIn === undefined ? [] : ['--builtin-extensions-dir', inState('built-in')]),
  ];

  const packages = vsix === undefined ? alongside : [vsix, ...alongside];
  if (packages.length > 0) {
    const wanted = packages.flatMap((file) => ['--install-extension', file]);
    const { code, output } = await runProgram(node, [...common, ...wanted], { env: environment, output: 'keep' });
    if (code !== 0) {
      remove();
      throw new Error(`VS Code does not install ${packages.join(' and ')}:\n${output.trim()}`);
    }
  }

  const server = spawn(
    node,
    [
      ...common,
      '--bind-addr',
      '127.0.0.1:0',
      '--auth',
      'none',
      ...options,
      '--ignore-last-opened',
      '--disable-telemetry',
      '--disable-update-check',
      ...(trustWorkspaces ? ['--disable-workspace-trust'] : []),
      '--disable-getting-started-override',
      '--disable-proxy',
    ],
    { env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const ended = new Promise((resolve) => server.once('close', () => resolve()));
  const logFile = inState('server.log');
  const log = createWriteStream(logFile);
  const url = new Promise((resolve) => {
    let printed = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => {
        log.write(chunk);
        if (printed.length > 100_000) return;
        printed += chunk;
        const address = /listening on (http:\/\/127\.0\.0\.1:\d+\/)/.exec(printed)?.[1];
        if (address !== undefined) resolve(address);
      });
  });

  // The server and its extension hosts are one process group: none of them outlives this process.
  const killAll = (signal) => {
    try {
      process.kill(-server.pid, signal);
    } catch {
      // Gone already.
    }
  };
  const killAtExit = () => {
    killAll('SIGKILL');
    remove();
  };
  const exitOnSignal = () => process.exit(process.exitCode ?? 130);
  process.once('exit', killAtExit);
  for (const signal of endingSignals) process.once(signal, exitOnSignal);
  const stop = async () => {
    killAll('SIGTERM');
    const stubborn = setTimeout(killAll, 5000, 'SIGKILL');
    await ended;
    clearTimeout(stubborn);
    killAll('SIGKILL');
    process.removeListener('exit', killAtExit);
    for (const signal of endingSignals) process.removeListener(signal, exitOnSignal);
    await new Promise((resolve) => log.end(resolve));
    remove();
  };

  const late = Symbol('late');
  let timer;
  const first = await Promise.race([
    url,
    ended,
    new Promise((resolve) => (timer = setTimeout(resolve, secondsToStart * 1000, late))),
  ]);
  clearTimeout(timer);
  if (typeof first !== 'string') {
    const printed = readFileSync(logFile, 'utf8');
    await stop();
    throw new Error(
      `The VS Code server ${first === late ? `did not start within ${secondsToStart} seconds` : 'ended at once'}. It printed:\n${printed.trim()}`,
    );
  }
  return { url: first, stateFolder, beforeTheme, logFile, ended, stop };
}
