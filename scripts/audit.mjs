// Asks npm's registry whether a package of the lockfile has a known weakness of high or critical severity, and fails if so.
// A registry that gives no answer (offline, or a mirror without advisories) is said, and is no failure.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { stdout } = spawnSync('npm', ['audit', '--json', '--audit-level=high'], {
  cwd: projectFolder,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 * 2 ** 20,
});

const answer = (() => {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
})();
const counts = answer.metadata?.vulnerabilities;
if (counts === undefined) {
  console.log(`skipped: the registry gave no advisories (${answer.message ?? 'no answer'})`);
} else {
  const grave = Object.values(answer.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, severity, range } of grave) console.error(`${name} ${range}: ${severity}`);
  console.log(`${grave.length} packages with a known weakness of high severity, of ${counts.total} with any.`);
  process.exitCode = grave.length > 0 ? 1 : 0;
}
