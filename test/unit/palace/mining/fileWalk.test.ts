import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFileAccess, type FileAccess } from '../../../../extension/palace/mining/fileAccess.ts';
import { walkFiles, type WalkOptions } from '../../../../extension/palace/mining/fileWalk.ts';
import { removeFolder, temporaryFolder, writeTree } from '../../../fixtures/fileTree.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => removeFolder(root));

const walk = async (folders = [root], options: Partial<WalkOptions> = {}) => {
  const files: string[] = [];
  const skipped: Record<string, string> = {};
  const wings: Record<string, string> = {};
  for await (const found of walkFiles(folders, { files: nodeFileAccess, ...options })) {
    const name = folders.length === 1 ? found.path : `${found.folder}:${found.path}`;
    if (found.kind === 'skipped') skipped[name] = found.reason;
    else {
      files.push(name);
      wings[name] = found.wingRoot;
    }
  }
  return { files, skipped, wings };
};
const tree = (...files: string[]): void => writeTree(root, Object.fromEntries(files.map((file) => [file, 'x\n'])));
const git = (...words: string[]): void => void execFileSync('git', words, { cwd: root });
const link = (target: string, from: string): void => {
  mkdirSync(path.dirname(path.join(root, from)), { recursive: true });
  symlinkSync(target, path.join(root, from));
};

describe('walking a workspace', () => {
  it('goes into no folder of a palace, and leaves out the token of one that the workspace folder was made', async () => {
    tree('a.md', 'owner.md', 'old/palace.sqlite', 'old/owner.token', 'old/settings.json', 'old/backups/a.md');
    expect(await walk()).toMatchObject({ files: ['a.md', 'owner.md'], skipped: {} });
    tree('palace.sqlite', 'owner.token', 'owner.json', 'owner-1a2b.sock');
    expect((await walk()).files).toEqual(['a.md', 'owner.md', 'palace.sqlite']);
  });

  it('reads nothing that git keeps in a bare repository, and its worktrees all the same', async () => {
    git('init', '-q', '--bare', '.bare');
    tree(
      '.git',
      'notes/HEAD.md',
      'notes/refs/a.md',
      '.bare/worktrees/main/HEAD',
      '.bare/packed-refs',
      '.bare/FETCH_HEAD',
    );
    expect(await walk()).toMatchObject({ files: ['notes/HEAD.md', 'notes/refs/a.md'], skipped: {} });
    git('init', '-q', '--bare', '.');
    tree('main/.git', 'main/config', 'main/hooks/use.ts', 'todo.md');
    expect((await walk()).files).toEqual([
      'main/config',
      'main/hooks/use.ts',
      'notes/HEAD.md',
      'notes/refs/a.md',
      'todo.md',
    ]);
  });

  it('skips lock files, and what the repository’s .gitattributes calls generated, with the reason', async () => {
    tree(
      'package-lock.json',
      'crates/a/Cargo.lock',
      'package.json',
      'api/client.ts',
      'api/client.gen.ts',
      'vendor/keep.md',
      'lock.md',
    );
    writeTree(root, {
      '.gitattributes':
        '*.gen.ts linguist-generated\n/vendor/** text linguist-generated=true\nvendor/keep.md -linguist-generated\n# lock.md linguist-generated\n*.md text\n',
    });
    const { files, skipped } = await walk();
    expect(files).toEqual(['.gitattributes', 'api/client.ts', 'lock.md', 'package.json', 'vendor/keep.md']);
    expect(skipped).toEqual({
      'package-lock.json': 'generated',
      'crates/a/Cargo.lock': 'generated',
      'api/client.gen.ts': 'generated',
    });
  });

  it('reads the .gitattributes of folders, too: the nearest one that names a file decides', async () => {
    tree('api/a.gen.ts', 'api/own.ts', 'api/deep/own.ts', 'api/deep/kept.ts', 'own.ts', 'api/deep/b.gen.ts');
    writeTree(root, {
      '.gitattributes': '*.gen.ts linguist-generated\n',
      'api/.gitattributes': 'own.ts linguist-generated\n/kept.ts linguist-generated\n',
      'api/deep/.gitattributes': '*.gen.ts -linguist-generated\n',
    });
    const { files, skipped } = await walk();
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([
      'api/deep/b.gen.ts',
      'api/deep/kept.ts',
      'own.ts',
    ]);
    expect(Object.keys(skipped)).toEqual(['api/a.gen.ts', 'api/deep/own.ts', 'api/own.ts']);
  });

  it('gives every file in order of name, folder by folder', async () => {
    tree('b.md', 'a/z.md', 'a/b/c.md', 'B.md', 'a.md');
    expect((await walk()).files).toEqual(['B.md', 'a/b/c.md', 'a/z.md', 'a.md', 'b.md']);
  });

  it('never enters version control, dependencies or the palace itself', async () => {
    tree(
      '.git/config',
      '.hg/x',
      '.svn/x',
      'node_modules/m/x.js',
      'src/node_modules/x.js',
      'memory/palace.sqlite',
      'memory.md',
      'sub/.git',
    );
    expect((await walk([root], { palaceFolder: path.join(root, 'memory') })).files).toEqual(['memory.md']);
  });

  it('respects nested ignore files: the nearest one decides', async () => {
    writeTree(root, {
      '.gitignore': '*.log\n/build/\nsecret/\n',
      'a.log': '',
      'build/out.js': '',
      'src/build/kept.js': '',
      'src/secret/x': '',
      'src/.gitignore': '!keep.log\nlocal.txt\n',
      'src/keep.log': '',
      'src/drop.log': '',
      'src/local.txt': '',
      'local.txt': '',
    });
    expect((await walk()).files).toEqual([
      '.gitignore',
      'local.txt',
      'src/.gitignore',
      'src/build/kept.js',
      'src/keep.log',
    ]);
  });

  it('lets a nearer file bring a folder back, but not what other rules ignore in it', async () => {
    writeTree(root, {
      '.gitignore': 'out/\n*.tmp\n',
      'out/x.md': '',
      'lib/.gitignore': '!out/\n',
      'lib/out/a.md': '',
      'lib/out/deep/b.md': '',
      'lib/out/c.tmp': '',
      'odd [1]/.gitignore': '!out/\n',
      'odd [1]/out/d.md': '',
    });
    expect((await walk()).files).toEqual([
      '.gitignore',
      'lib/.gitignore',
      'lib/out/a.md',
      'lib/out/deep/b.md',
      'odd [1]/.gitignore',
      'odd [1]/out/d.md',
    ]);
  });

  it('does not bring back what lies below an ignored folder', async () => {
    writeTree(root, { '.gitignore': 'out/\n!out/kept.md\n', 'out/kept.md': '' });
    expect((await walk()).files).toEqual(['.gitignore']);
  });

  it('reads the excludes of the repository itself', async () => {
    writeTree(root, { '.git/info/exclude': '# mine alone\nprivate.md\n', 'private.md': '', 'public.md': '' });
    expect((await walk()).files).toEqual(['public.md']);
  });

  it('obeys the repository around the workspace folder, up to its own folder', async () => {
    writeTree(root, {
      '.gitignore': '*.md\n',
      'repo/.git/info/exclude': '/apps/web/mine.txt\n',
      'repo/.gitignore': '*.local\n/apps/web/private/\n/private/\nodd.txt\n',
      'repo/apps/.gitignore': 'web/built/\n!odd.txt\n',
    });
    const web = path.join(root, 'repo/apps/web');
    writeTree(web, {
      'a.md': '',
      'mine.txt': '',
      'odd.txt': '',
      'x.local': '',
      'private/b.txt': '',
      'src/private/c.txt': '',
      'src/built/d.txt': '',
      'built/e.txt': '',
      '.gitignore': '!x.local\n',
    });
    expect((await walk([web])).files).toEqual([
      '.gitignore',
      'a.md',
      'odd.txt',
      'src/built/d.txt',
      'src/private/c.txt',
      'x.local',
    ]);
  });

  it('takes a workspace folder that the repository around it ignores for one of its own', async () => {
    writeTree(root, { '.git/HEAD': '', '.gitignore': '*\n' });
    const own = path.join(root, 'home/project');
    writeTree(own, { 'a.md': '' });
    expect((await walk([own])).files).toEqual(['a.md']);
  });

  it('reads the excludes of a linked worktree, a submodule and a nested repository where git has them', async () => {
    writeTree(root, {
      'main/.git/info/exclude': 'shared.txt\n',
      'main/.git/worktrees/tree/commondir': '../..\n',
      'main/.git/modules/part/info/exclude': 'of-part.txt\n',
      'tree/.git': `gitdir: ${path.join(root, 'main/.git/worktrees/tree')}\n`,
      'tree/shared.txt': '',
      'tree/a.txt': '',
    });
    const main = path.join(root, 'main');
    writeTree(main, {
      'part/.git': 'gitdir: ../.git/modules/part\n',
      'part/of-part.txt': '',
      'part/b.txt': '',
      'nested/.git/info/exclude': '/own.txt\n',
      'nested/own.txt': '',
      'nested/deep/own.txt': '',
    });
    expect((await walk([path.join(root, 'tree')])).files).toEqual(['a.txt']);
    expect((await walk([main])).files).toEqual(['nested/deep/own.txt', 'part/b.txt']);
  });

  it('leaves out what the request excludes, whatever an ignore file says', async () => {
    writeTree(root, { '.gitignore': '!*.csv\n', 'a.csv': '', 'docs/deep/b.md': '', 'docs/c.md': '' });
    expect((await walk([root], { exclude: ['*.csv', 'docs/deep'] })).files).toEqual(['.gitignore', 'docs/c.md']);
  });

  it('follows a symlink to what it would not reach otherwise, and names each file once', async () => {
    writeTree(root, { '.gitignore': '/hidden\n', 'hidden/a.md': '', 'hidden/deep/b.md': '', 'shown/c.md': '' });
    link('../hidden', 'links/a-folder');
    link('../shown', 'links/b-shown');
    link('../shown/c.md', 'links/c.md');
    link('../hidden/a.md', 'links/d.md');
    expect(await walk()).toMatchObject({
      files: ['.gitignore', 'shown/c.md', 'links/a-folder/a.md', 'links/a-folder/deep/b.md'],
      skipped: {
        'links/b-shown': 'symlink_duplicate',
        'links/c.md': 'symlink_duplicate',
        'links/d.md': 'symlink_duplicate',
      },
    });
  });

  it('names symlinks that leave the workspace, go round in circles or lead nowhere', async () => {
    const outside = temporaryFolder();
    writeTree(outside, { 'x.md': '' });
    tree('a/b.md', 'node_modules/m/x.js');
    link(outside, 'out');
    link(path.join(outside, 'x.md'), 'out.md');
    link('..', 'a/up');
    link('self', 'self');
    link('absent', 'broken');
    link('node_modules/m', 'module');
    const { files, skipped } = await walk();
    removeFolder(outside);
    expect(files).toEqual(['a/b.md']);
    expect(skipped).toEqual({
      out: 'symlink_outside',
      'out.md': 'symlink_outside',
      'a/up': 'symlink_cycle',
      self: 'symlink_cycle',
      broken: 'symlink_broken',
      module: 'symlink_outside',
    });
  });

  it('names a folder that can not be read, and goes on', async () => {
    tree('a/x.md', 'b/y.md');
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const files: FileAccess = {
      ...nodeFileAccess,
      list: (folder) => (folder === path.join(root, 'a') ? Promise.reject(denied) : nodeFileAccess.list(folder)),
    };
    expect(await walk([root], { files })).toMatchObject({ files: ['b/y.md'], skipped: { a: 'unreadable' } });
  });

  it('names files whose names can not be read, each as unreadable', async () => {
    tree('a.md', 'proper \ufffd.md');
    // As Node lists two files whose names are not UTF-8 on Linux; other systems have no such names.
    const files: FileAccess = {
      ...nodeFileAccess,
      list: async (folder) => [
        ...(await nodeFileAccess.list(folder)),
        { name: 'odd \ufffd.md', kind: 'file' },
        { name: 'odd \ufffd.md', kind: 'file' },
      ],
    };
    const found = [];
    for await (const each of walkFiles([root], { files }))
      found.push([each.path, 'reason' in each && each.reason]);
    expect(found).toEqual([
      ['a.md', false],
      ['odd \ufffd.md', 'unreadable'],
      ['odd \ufffd.md', 'unreadable'],
      ['proper \ufffd.md', false],
    ]);
  });

  it('refuses a root that can not be read before it gives anything', async () => {
    tree('a.md');
    for (const folder of ['absent', 'a.md']) {
      await expect(walk([root, path.join(root, folder)])).rejects.toMatchObject({
        code: 'E_FOLDER_UNREADABLE',
        message: expect.stringContaining(path.join(root, folder)),
      });
    }
  });

  it('tells each file the nearest folder with a manifest', async () => {
    tree(
      'package.json',
      'src/a.ts',
      'packages/app/package.json',
      'packages/app/src/b.ts',
      'native/x.csproj',
      'native/c.cs',
      'docs/d.md',
    );
    expect((await walk()).wings).toMatchObject({
      'src/a.ts': '',
      'packages/app/src/b.ts': 'packages/app',
      'native/c.cs': 'native',
      'docs/d.md': '',
    });
  });

  it('walks a folder inside another one of the workspace as itself alone', async () => {
    tree('a.md', 'inner/b.md');
    expect((await walk([root, path.join(root, 'inner')])).files).toEqual(['0:a.md', '1:b.md']);
    expect((await walk([root, root])).files).toEqual(['0:a.md', '0:inner/b.md']);
  });

  it('goes on without a file of more rules than every path could be compared with, and names it', async () => {
    writeTree(root, { 'src/.gitignore': '*\n'.repeat(100_000), 'src/a.ts': 'x\n', 'docs/.gitignore': '*.md\n' });
    tree('docs/b.md');
    const { files, skipped } = await walk();
    expect(files).toEqual(['docs/.gitignore', 'src/.gitignore', 'src/a.ts']);
    expect(skipped).toEqual({ 'src/.gitignore': 'rules_refused' });
  });

  it('stops when cancelled', async () => {
    tree('a/x.md', 'b/y.md');
    const abort = new AbortController();
    abort.abort();
    await expect(walk([root], { signal: abort.signal })).rejects.toMatchObject({ code: 'E_CANCELLED' });
  });
});
