// The end-to-end tests: the packaged extension in a real VS Code in a real browser. Arguments: parts of the names of the test
// files to run; `--engine 4.100` runs them in that code-server (scripts/programs/vscodeHost.mjs knows which there are) instead of the
// newest. With SYNAPSE_E2E_VSIX set, that package is tested instead of a new one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureChromium } from './programs/chromium.mjs';
import { requireCurrentNode } from './running/nodeVersion.mjs';
import { packageExtension } from './package.mjs';
import { failuresInLines, inWords, runVitest } from './running/testCounts.mjs';
import { installVscodeHost } from './programs/vscodeHost.mjs';

requireCurrentNode();
const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

let counts;
try {
  const { values, positionals: filters } = parseArgs({
    options: { engine: { type: 'string' } },
    allowPositionals: true,
  });
  const [chromium, host] = await Promise.all([
    ensureChromium(console.log),
    installVscodeHost({ report: console.log, engine: values.engine }),
  ]);
  const vsix = process.env.SYNAPSE_E2E_VSIX
    ? path.resolve(process.env.SYNAPSE_E2E_VSIX)
    : await packageExtension();
  const env = {
    ...process.env,
    SYNAPSE_E2E_CHROMIUM: chromium,
    SYNAPSE_E2E_HOST: host,
    SYNAPSE_E2E_VSIX: vsix,
    // A workbench waits most of the time: two files at once, each in its own VS Code, take little longer than one.
    SYNAPSE_E2E_SERVERS: filters.length === 1 ? '1' : '2',
    // What is worked on is looked at. Nobody looks at a hundred pictures of a whole run, and each costs a tenth of a second.
    SYNAPSE_E2E_PICTURES: filters.length > 0 ? '1' : '0',
  };
  counts = await runVitest(projectFolder, 'e2e', { env, filters });
} catch (error) {
  console.error(error.message);
  counts = { passed: 0, failed: 1 };
}
if (counts.failed > 0) console.log(failuresInLines(counts));
console.log(inWords(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
