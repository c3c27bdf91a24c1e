// Compares the locked versions with scripts/checks/advisories.json, and fails on a hit. With --offline that is all;
// otherwise it also asks npm's registry and adds the answer to that file. A registry that does not answer is
// reported, but is not a failure.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { advisoriesFor } from './checks/knownAdvisories.mjs';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const file = path.join(projectFolder, 'scripts', 'checks', 'advisories.json');
const { packages } = JSON.parse(readFileSync(path.join(projectFolder, 'package-lock.json'), 'utf8'));
const known = JSON.parse(readFileSync(file, 'utf8'));

/** npm's report on the lock file; undefined if its registry gives no advisories. */
const ask = () => {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: projectFolder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 2 ** 20,
  });
  try {
    const answer = JSON.parse(stdout);
    if (answer.vulnerabilities !== undefined) return answer;
    console.log(`The registry gave no advisories (${String(answer.message).split(' - ')[0]}).`);
  } catch {
    console.log('The registry gave no answer.');
  }
  return undefined;
};

/** Adds a registry's advisories, and the day; an existing advisory is replaced. */
const record = ({ vulnerabilities }) => {
  const said = Object.values(vulnerabilities)
    .flatMap(({ via }) => via.filter((each) => typeof each === 'object'))
    .map(({ url, name, range, severity, title }) => ({
      id: path.posix.basename(url),
      package: name,
      vulnerable: range,
      severity,
      title,
    }));
  const all = new Map(
    [...known.advisories, ...said].map((advisory) => [`${advisory.package} ${advisory.id}`, advisory]),
  );
  known.advisories = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, advisory]) => advisory);
  known.asOf = new Date().toISOString().slice(0, 10);
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
};

if (!process.argv.includes('--offline')) {
  const answer = ask();
  if (answer !== undefined) record(answer);
}
const hits = advisoriesFor(packages, known.advisories);
for (const hit of hits) console.error(hit);
console.log(
  `${hits.length} locked versions with a known weakness, of ${Object.keys(packages).length - 1}; ${known.advisories.length} advisories, as of ${known.asOf}.`,
);
process.exitCode = hits.length > 0 ? 1 : 0;
