import { execFileSync } from 'node:child_process';

const longestSubject = 72;

/** Messages up to and including this commit are exempt; the rule applies to every later one. */
const lastFree = 'db3ad3f400bf2bd76dc80bd169852ceae701d9a7';

/**
 * What is wrong with the messages of the commits made since the rule: a subject of 72 characters or more, or no
 * body that says why. Merges are left out. A copy without that history (an archive, a shallow clone) has nothing to
 * check.
 * @param {string} projectFolder
 * @returns {string[]}
 */
export function badCommitMessages(projectFolder) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let log;
  try {
    git('merge-base', '--is-ancestor', lastFree, 'HEAD');
    log = git('log', '--no-merges', '-z', '--format=%h%n%s%n%b', `${lastFree}..HEAD`);
  } catch {
    return [];
  }
  return log
    .split('\0')
    .filter((entry) => entry.trim() !== '')
    .flatMap((entry) => faultsOf(entry));
}

/** @param {string} entry a commit's hash, subject and body, one line each */
export function faultsOf(entry) {
  const [hash = '', subject = '', ...body] = entry.split('\n');
  const faults = [];
  if (subject.length >= longestSubject)
    faults.push(
      `commit ${hash}: the subject has ${subject.length} characters; ${longestSubject - 1} is the most: ${subject}`,
    );
  if (body.join('').trim() === '') faults.push(`commit ${hash}: no body says why: ${subject}`);
  return faults;
}
