import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../running/runProgram.mjs';

/** The browser without windows comes first: it draws the same pages with a tenth less processor time. */
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];
/** Debian's packages of it, the first of which an older release does not have. */
const debianPackages = ['chromium-headless-shell', 'chromium'];
const macPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @returns {string | undefined} the browser to test in: the one that `CHROMIUM` names, else the first found */
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/snap/bin');
  const candidates = [
    ...programNames.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...macPrograms,
  ];
  return candidates.find((file) => path.isAbsolute(file) && existsSync(file));
}

/**
 * Finds Chromium. If there is none, installs Debian's, but only as root on a disposable machine (a container or a
 * continuous-integration runner), so that nobody's own machine is changed.
 * @param {(line: string) => void} report
 * @returns {Promise<string>} the program's path
 * @throws {Error} what to install, or that `CHROMIUM` names nothing
 */
export async function ensureChromium(report) {
  const found = findChromium();
  if (found !== undefined && existsSync(found)) return found;
  if (found !== undefined)
    throw new Error(
      `There is no ${found}, which the environment variable CHROMIUM names. Let it name a Chromium or Chrome program, or unset it.`,
    );
  if (isRoot() && isThrownAway() && existsSync('/usr/bin/apt-get')) {
    report(`Installing Chromium: apt-get install ${debianPackages[0]}`);
    let result = await installFirst();
    if (result.code !== 0) {
      // The package lists of a fresh image are empty or old.
      await aptGet('update');
      result = await installFirst();
    }
    const installed = findChromium();
    if (result.code === 0 && installed !== undefined) return installed;
    report(result.output.trim());
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell fonts-dejavu-core), or name a Chromium or Chrome program in the environment variable CHROMIUM.',
  );
}

const aptGet = (...args) =>
  runProgram('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, output: 'keep' });

/** Installs the first package that there is. */
async function installFirst() {
  let result;
  for (const name of debianPackages) {
    result = await aptGet('install', '-y', '--no-install-recommends', name, 'fonts-dejavu-core');
    if (result.code === 0) break;
  }
  return result;
}

const isRoot = () => process.getuid?.() === 0;

function isThrownAway() {
  if (process.env.CI && process.env.CI !== 'false') return true;
  if (process.env.container || existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true;
  try {
    return /docker|kubepods|containerd|lxc/.test(readFileSync('/proc/1/cgroup', 'utf8'));
  } catch {
    return false; // no /proc: not a Linux container
  }
}
