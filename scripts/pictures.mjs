// npm run pictures: takes the pictures of the README from the packaged extension in a real VS Code, into media/pictures/.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './programs/chromium.mjs';
import { requireCurrentNode } from './running/nodeVersion.mjs';
import { packageExtension } from './package.mjs';
import { runVitest } from './running/testCounts.mjs';
import { installVscodeHost } from './programs/vscodeHost.mjs';

requireCurrentNode();
const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const picturesFolder = path.join(projectFolder, 'media', 'pictures');
/** Maximum bytes of all pictures together, because everyone who clones the repository loads them. */
const most = 2_000_000;

try {
  const [chromium, host] = await Promise.all([
    ensureChromium(console.log),
    installVscodeHost({ report: console.log }),
  ]);
  const env = {
    ...process.env,
    SYNAPSE_E2E_CHROMIUM: chromium,
    SYNAPSE_E2E_HOST: host,
    SYNAPSE_E2E_VSIX: process.env.SYNAPSE_E2E_VSIX ?? (await packageExtension()),
  };
  const { failed } = await runVitest(projectFolder, 'pictures', { env });
  if (failed > 0) throw new Error('Not every picture could be taken: see above.');
  const sizes = readdirSync(picturesFolder).map((name) => [name, statSync(path.join(picturesFolder, name)).size]);
  for (const [name, bytes] of sizes) console.log(`${name}: ${Math.round(bytes / 1000)} kB`);
  const all = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (all > most) throw new Error(`The pictures have ${all} bytes, more than ${most}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
