// npm run generate: rewrites everything that is derived from the source (settings and their pages, lists in the
// docs, tools in package.json, the bundle for translators). `npm test` fails if any of it is out of date.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './running/npmDependencies.mjs';
import { runProgram } from './running/runProgram.mjs';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The tests that compare derived files with the source, and write them on request. */
const writers = [
  'test/unit/palace/contract/search/scorePhaseTable.test.ts',
  'test/unit/editor/settings/profilesSetting.test.ts',
  'test/unit/palace/contract/palaceSettings.test.ts',
  'test/unit/editor/agents/languageModelTools.test.ts',
  'test/unit/editor/l10n.test.ts',
];

await ensureDependencies(projectFolder, console.log);
const env = { ...process.env, UPDATE_PHASES: '1', UPDATE_SETTINGS: '1', UPDATE_TOOLS: '1', UPDATE_L10N: '1' };
const vitest = path.join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
const { code } = await runProgram(process.execPath, [vitest, 'run', '--project', 'unit', ...writers], {
  cwd: projectFolder,
  env,
});
process.exitCode = code;
