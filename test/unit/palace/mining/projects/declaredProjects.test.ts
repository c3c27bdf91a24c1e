import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFileAccess } from '../../../../../extension/palace/mining/fileAccess.ts';
import { walkFiles } from '../../../../../extension/palace/mining/fileWalk.ts';
import { removeFolder, temporaryFolder, writeTree } from '../../../../fixtures/fileTree.ts';

let root: string;
beforeEach(() => (root = temporaryFolder()));
afterEach(() => removeFolder(root));

/** The folders that are projects of a tree. */
const projects = async (tree: Record<string, string>): Promise<string[]> => {
  writeTree(root, tree);
  const roots = new Set<string>();
  for await (const found of walkFiles([root], { files: nodeFileAccess }))
    if (found.kind === 'file') roots.add(found.wingRoot);
  return [...roots].sort();
};

const npm = (name: string): Record<string, string> => ({
  [`${name}/package.json`]: '{}',
  [`${name}/a.ts`]: 'a\n',
});
const cargo = (name: string): Record<string, string> => ({
  [`${name}/Cargo.toml`]: '[package]\n',
  [`${name}/lib.rs`]: 'a\n',
});

describe('projects that a repository declares', () => {
  it('are wings even where a project would be taken for material', async () => {
    const tree = { ...npm('examples/shop'), ...npm('examples/draft'), ...npm('packages/core') };
    expect(await projects(tree)).toEqual(['', 'packages/core']);
    expect(await projects({ 'package.json': '{ "workspaces": ["packages/*", "./examples/shop/"] }' })).toEqual([
      '',
      'examples/shop',
      'packages/core',
    ]);
  });

  it.each([
    ['package.json', '{ "workspaces": { "packages": ["bench/*", "!bench/old"] } }'],
    ['lerna.json', '{ "packages": ["bench/new", "bench/other"] }'],
    ['pnpm-workspace.yaml', 'packages:\n  - "bench/**"   # all\n  - "!**/old"\ncatalog:\n  a: ^1.0.0\n'],
    ['Cargo.toml', '[workspace]\nmembers = [\n  "bench/*", # all\n]\nexclude = ["bench/old"]\n'],
    ['pyproject.toml', '[tool.uv.workspace]\nmembers = ["bench/*"]\nexclude = ["bench/old"]\n'],
    ['go.work', 'go 1.22\n\nuse (\n\t./bench/new // the new one\n)\nuse ./bench/other\n'],
    [
      'pom.xml',
      '<project><!-- <module>bench/old</module> --><modules><module>bench/new</module>\n<module>bench/other/pom.xml</module></modules></project>',
    ],
    ['settings.gradle', "rootProject.name = 'x'\ninclude ':bench:new',\n  ':bench:other'\n"],
    ['settings.gradle.kts', 'include(":bench:new", ":bench:other")\n'],
    ['settings.gradle', "include ':bench:new'\ninclude 'bench/other' // include ( ':bench:old )\n"],
    ['pom.xml', '<!-- <module>\n bench/new \n</module><module> bench/other// </module>'],
  ])('%s names them', async (manifest, text) => {
    const tree = { ...npm('bench/new'), ...npm('bench/other'), ...npm('bench/old') };
    expect(await projects({ ...tree, [manifest]: text })).toEqual(['', 'bench/new', 'bench/other']);
  });

  it('has no wing for a folder without a manifest, and none for a broken declaration', async () => {
    const tree = { 'tests/plain/a.md': 'a\n', ...cargo('tests/real') };
    const declared = '[workspace]\nmembers = ["tests/*"]\n';
    expect(await projects({ ...tree, 'Cargo.toml': declared })).toEqual(['', 'tests/real']);
    expect(await projects({ 'Cargo.toml': `${declared}oops` })).toEqual(['']);
  });

  it('counts a nested workspace’s patterns from its own folder', async () => {
    const tree = { 'web/package.json': '{ "workspaces": ["e2e"] }', ...npm('web/e2e'), ...npm('e2e') };
    expect(await projects(tree)).toEqual(['', 'web', 'web/e2e']);
  });

  it('reads no YAML that grows out of aliases', async () => {
    const aliases = Array.from(
      { length: 30 },
      (_, i) => `a${i}: &a${i} [${i === 0 ? '"x"' : `*a${i - 1}, *a${i - 1}`}]`,
    );
    const text = `${aliases.join('\n')}\npackages: *a29\n`;
    expect(await projects({ 'pnpm-workspace.yaml': text, ...npm('bench/new') })).toEqual(['']);
  });

  /** As long as a manifest may be: what takes time by the square of this never ends. */
  const long = (text: string): string => text.repeat(Math.floor((2 ** 20 - 64) / text.length));

  it('reads a YAML file of many keys, as long as such a file may be', async () => {
    const keys = Array.from({ length: 18_000 }, (_, i) => `${i}:\n`).join('');
    const text = `packages:\n  - bench/*\n${keys}`;
    expect(await projects({ 'pnpm-workspace.yaml': text, ...npm('bench/new') })).toEqual(['', 'bench/new']);
  });

  it.each([
    ['pom.xml', `<module>${long(' ')}`],
    ['pom.xml', long('<module> ')],
    ['pom.xml', long('<!--')],
    ['pom.xml', `<module>${long('/')}x</module>`],
    ['settings.gradle', `include${long(' ')}`],
    ['settings.gradle', `include 'a',${long(' ')}`],
    ['settings.gradle', `include 'a' , '${long('a')}`],
    ['settings.gradle', long('include ')],
    ['pnpm-workspace.yaml', Array.from({ length: 30_000 }, (_, i) => `${i}:\n`).join('')],
    ['go.work', `use ${long('/')}x`],
    ['pnpm-workspace.yaml', `packages:\n  - "${'*'.repeat(100_000)}"\n${'# \n'.repeat(50_000)}`],
    ['package.json', JSON.stringify({ workspaces: [long('*')] })],
  ])('reads a %s that tries to be read without end', async (manifest, text) => {
    expect(text.length).toBeGreaterThan(190_000);
    expect(await projects({ [manifest]: text, ...npm('bench/new') })).toEqual(['']);
  });
});
