import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MiningProgress } from '../../../../extension/palace/filing/mineReport.ts';
import { changedFiles } from '../../../../extension/palace/mining/changedFiles.ts';
import { nodeFileAccess, type FileAccess } from '../../../../extension/palace/mining/fileAccess.ts';
import { reachesAny } from '../../../../extension/palace/mining/reachedPaths.ts';
import { writeTree } from '../../../fixtures/fileTree.ts';
import { minedFolder } from '../../../fixtures/minedFolder.ts';

const folder = minedFolder();
const exclude = ['*.tmp'];
const palaceFolder = (): string => path.join(folder.root, '.palace');
const mine = () => folder.mine({}, { exclude });
const changed = () =>
  changedFiles(
    folder.store,
    { folders: [{ path: folder.root, name: 'demo' }], exclude },
    { palaceFolder: palaceFolder() },
  );

describe('what has changed since mining', () => {
  it('is exactly what the next mining files or archives', async () => {
    writeTree(folder.root, { 'a.md': 'A\n', 'b.md': 'B\n', 'c.md': 'C\n', 'logo.png': '\0\0' });
    await mine();
    expect(await changed()).toEqual({ changed: [], gone: [] });
    writeTree(folder.root, { 'a.md': 'A, again\n', 'docs/new.md': 'New\n', 'x.tmp': 'no\n' });
    rmSync(path.join(folder.root, 'b.md'));
    renameSync(path.join(folder.root, 'c.md'), path.join(folder.root, 'd.md'));
    expect(await changed()).toEqual({ changed: ['a.md', 'd.md', 'docs/new.md'], gone: ['b.md'] });
    const { sources } = await mine();
    expect(sources).toMatchObject({ mined: 2, renamed: 1, archived: 1 });
    expect(await changed()).toEqual({ changed: [], gone: [] });
  });
});

describe('a comparison', () => {
  it('tells how far it is, with no secret in a file’s name', async () => {
    const token = ['ghp', 'x7Kq2mZp9RtW4vBn8LcY3sHd6JfG5aQeUo1i'].join('_');
    writeTree(folder.root, { 'a.md': 'A\n', 'b.md': 'B\n', [`notes-${token}.md`]: 'C\n' });
    const told: MiningProgress[] = [];
    await changedFiles(
      folder.store,
      { folders: [{ path: folder.root, name: 'demo' }] },
      { palaceFolder: palaceFolder(), onProgress: (progress) => told.push(progress) },
    );
    expect(told.map(({ stage }) => stage)).toContain('scanning');
    expect(told.at(-1)).toMatchObject({ stage: 'comparing', done: 2, total: 2 });
    expect(JSON.stringify(told)).not.toContain(token);
  });
});

describe('a comparison that is cancelled', () => {
  it('says so, also while files are read', async () => {
    writeTree(folder.root, { 'a.md': 'A\n', 'b.md': 'B\n' });
    const abort = new AbortController();
    const files: FileAccess = {
      ...nodeFileAccess,
      read: (file, options) => {
        if (path.basename(file) === 'a.md') abort.abort();
        return nodeFileAccess.read(file, options);
      },
    };
    await expect(
      changedFiles(
        folder.store,
        { folders: [{ path: folder.root, name: 'demo' }] },
        { palaceFolder: palaceFolder(), files, signal: abort.signal },
      ),
    ).rejects.toMatchObject({ code: 'E_CANCELLED' });
  });
});

describe('a changed path matters to mining', () => {
  const reaches = (...paths: string[]) =>
    reachesAny(
      [folder.root],
      paths.map((file) => path.join(folder.root, file)),
      { files: nodeFileAccess, exclude: ['*.tmp'], palaceFolder: palaceFolder() },
    );

  it('unless it, or a folder above it, is ignored, excluded, never mined or the palace', async () => {
    writeTree(folder.root, {
      '.gitignore': 'dist/\n*.log\n',
      'docs/.gitignore': '!kept.log\ndrafts\n',
      '.git/info/exclude': 'private.md\n',
      'nested/.git/info/exclude': 'own.md\n',
    });
    for (const file of ['a.md', 'docs/kept.log', '.gitignore', 'docs', 'gone/away.md'])
      expect([file, await reaches(file)]).toEqual([file, true]);
    for (const file of [
      'dist/deep/a.js',
      'today.log',
      'docs/today.log',
      'docs/drafts/a.md',
      'private.md',
      'nested/own.md',
      'a.tmp',
      '.git/index',
      'node_modules/left/index.js',
      '.palace/palace.sqlite',
      '../elsewhere.md',
    ])
      expect([file, await reaches(file)]).toEqual([file, false]);
    expect(await reaches('today.log', 'a.md')).toBe(true);
  });

  it('unless the repository around the workspace folder ignores it', async () => {
    writeTree(folder.root, { '.git/HEAD': '', '.gitignore': '/apps/web/*.log\n' });
    const web = path.join(folder.root, 'apps/web');
    const reaches = (file: string): Promise<boolean> =>
      reachesAny([web], [path.join(web, file)], { files: nodeFileAccess, palaceFolder: palaceFolder() });
    mkdirSync(web, { recursive: true });
    expect(await reaches('a.log')).toBe(false);
    expect(await reaches('deep/a.log')).toBe(true);
  });
});
