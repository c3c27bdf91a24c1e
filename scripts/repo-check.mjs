// Checks the rules of the repository that no other linter covers. Prints each breach as file:line, exits 1 if there
// is any.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { badCommitMessages } from './checks/commitMessages.mjs';
import { brokenDocLinks } from './checks/docLinks.mjs';
import { brokenDocPaths } from './checks/docPaths.mjs';
import { brokenSeedReferences } from './checks/seedReferences.mjs';
import { unreadExports } from './checks/unreadExports.mjs';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const largestSourceFile = 13_000;
const text = /\.(?:ts|mts|cts|js|mjs|cjs|json|md|css|html|sh|ya?ml|wat|txt)$|^[^.]*$|^\.[^/]*$/;

// Patterns are written so that they do not match this file.
/** @type {readonly {what: string, pattern: RegExp, where: RegExp, except?: RegExp}[]} */
const rules = [
  {
    what: 'a path of one machine',
    where: /./,
    except: /^test\//,
    pattern: /(?<![\w.~*$}-])\/(?:work|root|home\/(?!you\b)\w+|Users\/(?!you\b)\w+)\/|[A-Z]:\\+Users\\/,
  },
  { what: 'a path of one machine', where: /^test\//, pattern: /(?<![\w.-])\/work\/(?:main|shared|\.)/ },
  {
    what: 'the host name of a package registry',
    where: /./,
    pattern: /\bregistry\.\w+\.(?:org|com)\b|\bnpm[j]s\.(?:org|com)\b|\bpy[p]i\.org\b/,
  },
  {
    what: 'work left for later',
    where: /^(?:extension|webview|scripts|types)\/|^[^/]*\.[cm]?[jt]s$/,
    pattern: /\b(?:TO[D]O|FIX[M]E|X[X]X)\b/,
  },
  {
    what: 'an escape from the type checker',
    where: /^(?:extension|webview|test|types)\/.*\.ts$/,
    pattern: /\bas [a]ny\b|@ts-(?:ignore|nocheck)/,
  },
  {
    what: 'a function that is no constant (`const name = (…) => …`)',
    where: /^(?:extension|webview|test)\/.*\.ts$/,
    pattern: /^\s*(?:export )?(?:async )?function [a-zA-Z]/,
  },
  {
    what: 'drawers filed past the screening for secrets (screenedInsert)',
    where: /^extension\/.*\.ts$/,
    except: /^extension\/palace\/(?:store\/.*|filing\/secrets\/screenedInsert)\.ts$/,
    pattern: /\.insertDrawers\(/,
  },
  {
    what: 'output past the one place that makes it safe for a terminal (cli/terminal/output.ts)',
    where: /^extension\/cli\/.*\.ts$/,
    except: /^extension\/cli\/terminal\/(?:output|progress)\.ts$/,
    pattern: /(?:std(?:out|err)\.write|console\.\w+)\(/,
  },
  {
    what: 'Zod’s own words for a person (schemaProblem has ours, which are translated)',
    where: /^extension\/.*\.ts$/,
    pattern: /\bprettifyError\b/,
  },
  { what: 'an address in the lock file', where: /^package-lock\.json$/, pattern: /"resolved":\s*"/ },
];

const breaches = [];
const files = trackedFiles();
/** Sources of programs: text by path. @type {Map<string, string>} */
const sources = new Map();
for (const file of files) {
  const absolute = path.join(projectFolder, file);
  const size = statSync(absolute, { throwIfNoEntry: false })?.size;
  if (size === undefined) continue; // deleted, not committed yet
  if (/^(?:extension|webview)\//.test(file) && size > largestSourceFile)
    breaches.push(`${file}: ${size} bytes; ${largestSourceFile} is the most: one concept per file`);
  if (!text.test(path.basename(file)) || /^media\/models\//.test(file)) continue;
  const applying = rules.filter(({ where, except }) => where.test(file) && !except?.test(file));
  const content = readFileSync(absolute, 'utf8');
  if (/\.(?:m?ts|mjs)$/.test(file)) sources.set(file, content);
  content.split('\n').forEach((line, index) => {
    for (const { what, pattern } of applying)
      if (pattern.test(line)) breaches.push(`${file}:${index + 1}: ${what}: ${line.trim().slice(0, 120)}`);
  });
}

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(path.join(projectFolder, 'package.json'), 'utf8'),
);
const reasons = readFileSync(path.join(projectFolder, 'docs', 'dependencies.md'), 'utf8');
for (const name of Object.keys({ ...dependencies, ...devDependencies }))
  if (!reasons.includes(`| \`${name}\` |`))
    breaches.push(`docs/dependencies.md: no row gives the reason for ${name}`);

const documents = files.filter(
  (file) => /^(?!test\/).*\.md$/.test(file) && existsSync(path.join(projectFolder, file)),
);
breaches.push(
  ...badCommitMessages(projectFolder),
  ...brokenSeedReferences(projectFolder),
  ...brokenDocLinks(projectFolder, documents),
  // The changelog names what was there.
  ...brokenDocPaths(
    projectFolder,
    files,
    documents.filter((file) => file !== 'CHANGELOG.md'),
  ),
  ...unreadExports(sources),
);

if (breaches.length > 0) {
  console.error(breaches.join('\n'));
  process.exitCode = 1;
}

/** Files of the repository, including those not added yet, without ignored ones. */
function trackedFiles() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
    .split('\0')
    .filter((file) => file !== '');
}
