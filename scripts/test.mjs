// npm test: everything, starting from a fresh clone. Options: --only SUITE,SUITE… to run parts; --long to explore:
// with a new seed (or that of SYNAPSE_SEED), a hundred times as many tries, and every suite at its long size.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosenSuites, suiteNames } from './running/chosenSuites.mjs';
import { ensureChromium } from './programs/chromium.mjs';
import { requireCurrentNode } from './running/nodeVersion.mjs';
import { ensureDependencies } from './running/npmDependencies.mjs';
import { ensurePostgres } from './programs/postgres.mjs';
import { runProgram } from './running/runProgram.mjs';
import {
  countsPrintedBy,
  failuresInLines,
  idleMinutes,
  idleMinutesOfWatchers,
  inWords,
  runVitest,
  sumOf,
} from './running/testCounts.mjs';
import { useMemoryForTemporaryFiles } from './running/temporaryFolder.mjs';
import { installVscodeHost } from './programs/vscodeHost.mjs';

requireCurrentNode();
const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(projectFolder);
useMemoryForTemporaryFiles();

/** A program that passes or fails as a whole counts as one test; its output is shown if it fails. */
async function check(name, script, ...args) {
  const { code, output } = await runProgram(process.execPath, [script, ...args], { output: 'keep', idleMinutes });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}${code === 0 ? '' : `\n${output.trimEnd()}`}`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] };
}

/** Suites that could not run here, with the reason. */
const skipped = [];

const suites = {
  package: () => check('package', 'scripts/package.mjs'),
  build: () => check('build', 'esbuild.mjs'),
  lint: async () =>
    sumOf([
      await check('types and style (oxlint)', 'node_modules/oxlint/bin/oxlint'),
      await check(
        'layout (prettier)',
        'node_modules/prettier/bin/prettier.cjs',
        '--check',
        '--log-level',
        'warn',
        '.',
      ),
      await check(
        'layers',
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        'extension',
        'webview',
      ),
      await check('rules of the repository', 'scripts/repo-check.mjs'),
      await check('third-party notices', 'scripts/notices.mjs', '--check'),
      await check('known advisories', 'scripts/audit.mjs', '--offline'),
    ]),
  unit: () => runVitest(projectFolder, 'unit'),
  baseline: () => runVitest(projectFolder, 'baseline'),
  fault: () => runVitest(projectFolder, 'fault'),
  team: async () => {
    try {
      await ensurePostgres({ report: console.log });
    } catch (error) {
      skipped.push(`team: ${error.message}`);
      return sumOf([]);
    }
    return runVitest(projectFolder, 'team');
  },
  webview: () => runVitest(projectFolder, 'webview'),
  e2e: async () => {
    const env = { SYNAPSE_E2E_VSIX: 'artifacts/synapse-palace.vsix', ...process.env };
    return countsPrintedBy(
      await runProgram(process.execPath, ['scripts/e2e.mjs'], {
        env,
        output: 'both',
        idleMinutes: idleMinutesOfWatchers,
      }),
    );
  },
};
/** These write dist/, which others read, so they run first, one after the other. */
const first = ['package', 'build'];
/**
 * Then two suites run side by side, in this order: the longest first, and what drives a browser early, since its pages cost more the
 * longer they wait. Either alone keeps two cores busy: more at once cost more processor time for the same.
 */
const order = ['fault', 'e2e', 'webview', 'unit', 'team', 'baseline', 'lint'];
const atOnce = 2;
const needsBrowser = ['webview', 'e2e'];

const wanted = chosenSuites(process.argv.slice(2), { vsix: process.env.SYNAPSE_E2E_VSIX });
if ('usage' in wanted) {
  console.error(wanted.usage);
  process.exit(2);
}
const { chosen, isLong } = wanted;
if (isLong) {
  process.env.SYNAPSE_TEST_LONG = '1';
  process.env.SYNAPSE_SEED ??= String(Date.now() % 2 ** 31);
  console.log(
    `A long run from seed ${process.env.SYNAPSE_SEED}. The same again: SYNAPSE_SEED=${process.env.SYNAPSE_SEED} npm run test:long -- --only ${chosen.join(',')}`,
  );
}
const results = new Map();

async function run(name) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  let counts;
  try {
    counts = await suites[name]();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    counts = { passed: 0, failed: 1 };
  }
  results.set(name, { ...counts, seconds: (Date.now() - started) / 1000 });
}

try {
  await ensureDependencies(projectFolder, console.log);
  // Downloads that the last suites need arrive while the first ones run.
  const report = (line) => console.log(line);
  const preparations = [];
  if (chosen.some((name) => needsBrowser.includes(name))) preparations.push(ensureChromium(report));
  if (chosen.includes('e2e')) preparations.push(installVscodeHost({ report }));
  let isPrepared = false;
  // A failed preparation is not reported here: the suite that needs it tries again, says so and fails.
  const prepared = Promise.allSettled(preparations).then(() => {
    isPrepared = true;
  });

  for (const name of first) if (chosen.includes(name)) await run(name);
  const waiting = order.filter((name) => chosen.includes(name));
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (waiting.length > 0) {
        const ready = waiting.findIndex((name) => isPrepared || !needsBrowser.includes(name));
        const [name] = waiting.splice(Math.max(ready, 0), 1);
        if (ready < 0) await prepared;
        await run(name);
      }
    }),
  );
} catch (error) {
  console.error(error.message);
  results.set('preparation', { passed: 0, failed: 1, seconds: 0 });
}

console.log('');
for (const name of ['preparation', ...suiteNames]) {
  if (!results.has(name)) continue;
  const { seconds, ...counts } = results.get(name);
  console.log(`${name.padEnd(12)}${`${seconds.toFixed(1)} s`.padStart(10)}   ${inWords(counts)}`);
}
const total = sumOf([...results.values()]);
process.exitCode = total.failed === 0 ? 0 : 1;
if (total.failed > 0) console.log(`\n${failuresInLines(total)}`);
for (const suite of skipped) console.log(`SKIPPED ${suite}`);
console.log(`\n${inWords(total)}`);
