// Builds the extension as it ships, packs it into artifacts/synapse-palace.vsix and prints its parts.
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { partsTable, zipEntries } from './packageParts.mjs';
import { runProgram } from './running/runProgram.mjs';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Where the README that ships is written, relative to the project. */
const shippedReadme = 'dist/README.md';

/**
 * @returns {Promise<string>} the package's path
 * @throws {Error} which step failed, and what it printed
 */
export async function packageExtension() {
  const vsix = path.join(projectFolder, 'artifacts', 'synapse-palace.vsix');
  mkdirSync(path.dirname(vsix), { recursive: true });
  rmSync(vsix, { force: true });
  rmSync(path.join(projectFolder, 'dist'), { recursive: true, force: true }); // files of bundles that no longer exist would be shipped
  await run('The build', projectFolder, 'esbuild.mjs', '--minify');
  const readme = readFileSync(path.join(projectFolder, 'README.md'), 'utf8');
  writeFileSync(path.join(projectFolder, shippedReadme), readmeAsShipped(readme));
  await packExtension(projectFolder, vsix, '--readme-path', shippedReadme);
  return vsix;
}

/**
 * Packs the extension in a folder as it is. The same files give the same bytes.
 * @param {string} folder
 * @param {string} vsix the package's path
 * @param {...string} options of the packer
 * @throws {Error} what the packer printed
 */
export async function packExtension(folder, vsix, ...options) {
  await run(
    'Packing',
    folder,
    path.join(projectFolder, 'node_modules/@vscode/vsce/vsce'),
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--skip-license',
    '--out',
    vsix,
    ...options,
  );
}

/**
 * The README as it ships: without the pictures, because the editor shows a package's pictures only from the web,
 * neither by path nor embedded in the text.
 * @param {string} text
 */
export const readmeAsShipped = (text) => text.replaceAll(/^!\[[^\]]*\]\(media\/[^)]*\)\n\n?/gm, '');

/** The packer takes the files' times and order from these, so that the same files are the same bytes. ZIP knows no earlier day. */
const sameEverywhere = { SOURCE_DATE_EPOCH: String(Date.UTC(1980, 0, 1) / 1000), TZ: 'UTC' };

async function run(what, cwd, ...args) {
  const env = { ...process.env, ...sameEverywhere };
  const { code, output } = await runProgram(process.execPath, args, { cwd, env, output: 'keep' });
  if (code !== 0) throw new Error(`${what} failed:\n${output.trim()}`);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const vsix = await packageExtension();
    const bytes = readFileSync(vsix);
    console.log(`${vsix} (${(bytes.length / 1e6).toFixed(1)} MB)\n\n${partsTable(zipEntries(bytes))}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
