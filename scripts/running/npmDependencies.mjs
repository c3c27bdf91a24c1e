import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './runProgram.mjs';

/**
 * Brings `node_modules` in line with `package-lock.json`, if it is not already.
 * @param {string} projectFolder
 * @param {(line: string) => void} report
 * @throws {Error} what failed and what to do
 */
export async function ensureDependencies(projectFolder, report) {
  const reason = reasonToInstall(projectFolder);
  if (reason === undefined) return;
  report(`Installing the dependencies (${reason}): npm ci`);
  const { code } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectFolder,
  });
  if (code !== 0)
    throw new Error(
      'npm ci failed (its message is above). Check that npm reaches its registry and that package.json and package-lock.json agree, then run the command again.',
    );
}

/**
 * Why `node_modules` differs from the lock file; undefined if it does not. Compares with the list that npm leaves
 * behind when an install is complete, so it also notices an install cut short or made for another commit.
 */
function reasonToInstall(projectFolder) {
  const installedList = path.join(projectFolder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return 'none yet';
  const locked = readPackages(path.join(projectFolder, 'package-lock.json'));
  const installed = readPackages(installedList);
  for (const [folder, { version, optional }] of Object.entries(locked)) {
    if (folder === '' || (optional && installed[folder] === undefined)) continue;
    if (installed[folder]?.version !== version || !existsSync(path.join(projectFolder, folder, 'package.json')))
      return `${folder.replace(/^.*node_modules\//, '')} ${version} is missing`;
  }
  return undefined;
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
