// Runs TypeScript, then ESLint on the same programs: its rules read types, and computing these twice would cost
// twice as much. `--types-only` leaves ESLint out. The last line is "N passed, N failed".
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { failuresInLines, inWords, sumOf } from './running/testCounts.mjs';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** A file that belongs to two programs, such as those of the protocol, is linted with the first. */
const projects = {
  'types of the extension and the tests': 'tsconfig.json',
  'types of the webview': 'webview/tsconfig.json',
  'types of the tests of the webview': 'test/webview/tsconfig.json',
};

/** @param {string} findings empty if there are none */
function counted(name, findings) {
  console.log(findings === '' ? `ok     ${name}` : `FAILED ${name}\n${findings.trimEnd()}`);
  return findings === '' ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] };
}

const inText = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};

/** @returns {ts.Program} @throws {Error} the configuration can't be read */
function programOf(configFile) {
  const onUnRecoverableConfigFileDiagnostic = (diagnostic) => {
    throw new Error(ts.formatDiagnostic(diagnostic, inText));
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    configFile,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic },
  );
  const { fileNames: rootNames, options, errors: configFileParsingDiagnostics } = parsed;
  return ts.createProgram({ rootNames, options, configFileParsingDiagnostics });
}

async function eslintFindings(programs) {
  const eslint = new ESLint({
    overrideConfig: {
      files: ['extension/**/*.ts', 'webview/**/*.ts', 'test/**/*.ts'],
      languageOptions: { parserOptions: { projectService: false, programs } },
    },
  });
  const results = ESLint.getErrorResults(await eslint.lintFiles(['.']));
  return (await eslint.loadFormatter('stylish')).format(results);
}

const programs = [];
const counts = [];
for (const [name, configFile] of Object.entries(projects)) {
  const program = programOf(configFile);
  programs.push(program);
  counts.push(counted(name, ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), inText)));
}
if (!process.argv.includes('--types-only')) counts.push(counted('eslint', await eslintFindings(programs)));

const total = sumOf(counts);
if (total.failed > 0) console.log(failuresInLines(total));
console.log(inWords(total));
process.exitCode = total.failed === 0 ? 0 : 1;
