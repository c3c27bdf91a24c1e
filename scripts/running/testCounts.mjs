import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from './runProgram.mjs';

/** A program that makes no progress for this long counts as hanging; one that watches its own parts gets longer. */
export const idleMinutes = 10;
export const idleMinutesOfWatchers = 15;

/**
 * `failures` names the tests that failed, if they have names.
 * @typedef {{passed: number, failed: number, failures?: readonly string[]}} Counts
 */

const failurePrefix = 'FAILED ';

/** @param {readonly Counts[]} all @returns {Counts} */
export const sumOf = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  failures: all.flatMap(({ failures = [] }) => failures),
});

/** The failures, one line each, for the end of a long output; empty if there are none. @param {Counts} counts */
export const failuresInLines = ({ failures = [] }) =>
  failures.map((failure) => `${failurePrefix}${failure}`).join('\n');

/** @param {Counts} counts */
export const inWords = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * The counts of a check that prints them as its last line; one that printed none has failed.
 * @param {{code: number, output: string}} result
 * @returns {Counts}
 */
export function countsPrintedBy({ code, output }) {
  const found = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
  if (found === null) return { passed: 0, failed: 1 };
  const failures = output
    .split('\n')
    .filter((line) => line.startsWith(failurePrefix))
    .map((line) => line.slice(failurePrefix.length));
  const counts = { passed: Number(found[1]), failed: Number(found[2]), failures };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * Runs one project of vitest.config.ts and shows its output. A suite without any test, a test file that does not load and
 * an error outside any test each count as failed.
 * @param {string} projectFolder
 * @param {string} project its name
 * @param {{env?: NodeJS.ProcessEnv, filters?: readonly string[]}} [options] `filters`: parts of file names
 * @returns {Promise<Counts>}
 */
export async function runVitest(projectFolder, project, { env, filters = [] } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'synapse-test-'));
  const file = path.join(folder, 'results.json');
  const vitest = path.join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${path.join(import.meta.dirname, 'runningTests.mjs')}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...filters,
  ];
  try {
    const { code } = await runProgram(process.execPath, args, { cwd: projectFolder, env, idleMinutes });
    const counts = countsInReport(file, projectFolder);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsInReport(file, projectFolder) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 }; // it ended before it could report
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const testFile = path.relative(projectFolder, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${testFile}: ${firstLine(message)}`];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${testFile} > ${fullName}: ${firstLine(failureMessages[0])}`);
  });
  const counts = { passed: report.numPassedTests, failed: failures.length, failures };
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

const firstLine = (message = '') => message.trimStart().split('\n', 1)[0].slice(0, 200);
