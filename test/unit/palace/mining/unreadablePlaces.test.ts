import { renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileAccess, type FileAccess } from '../../../../extension/palace/mining/fileAccess.ts';
import { minedFolder } from '../../../fixtures/minedFolder.ts';

const folder = minedFolder();
const { mine, live, write } = folder;
const textsOf = (file: string): string[] =>
  live()
    .filter(({ sourceFile }) => sourceFile === file)
    .map(({ text }) => text);

describe('mining what can not be read at present', () => {
  it('keeps the drawers behind a link whose target can not be read at present', async () => {
    write('.gitignore', 'hidden/\n');
    write('hidden/file.md', 'Text of the file.\n');
    write('hidden/folder/a.md', 'Text of a.\n');
    symlinkSync('hidden/file.md', path.join(folder.root, 'link.md'));
    symlinkSync('hidden/folder', path.join(folder.root, 'linked'));
    await mine();
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const files: FileAccess = {
      ...nodeFileAccess,
      realPath: (file) => (/link(?:\.md|ed)$/.test(file) ? Promise.reject(denied) : nodeFileAccess.realPath(file)),
    };
    const report = await mine({ files });
    expect(report.sources).toMatchObject({ archived: 0, skipped: { unreadable: 2 } });
    expect(textsOf('link.md')).toEqual(['Text of the file.\n']);
    expect(textsOf('linked/a.md')).toEqual(['Text of a.\n']);
  });

  it.each([[['one']], [['one', 'two']]])(
    'keeps the drawers of a folder that can not be read once the walk has begun: of %j',
    async (names) => {
      const folders = names.map((name) => ({ path: path.join(folder.root, name), name }));
      for (const name of names) write(`${name}/a.md`, `Text of ${name}.\n`);
      await mine({}, { folders });
      const lists = new Map<string, number>();
      const gone = Object.assign(new Error('gone'), { code: 'EIO' });
      const files: FileAccess = {
        ...nodeFileAccess,
        list(place) {
          lists.set(place, (lists.get(place) ?? 0) + 1);
          return lists.get(place) === 1 ? nodeFileAccess.list(place) : Promise.reject(gone);
        },
      };
      expect((await mine({ files }, { folders })).sources.archived).toBe(0);
      expect(live().map(({ text }) => text)).toEqual(names.map((name) => `Text of ${name}.\n`));
    },
  );

  it('mines the other folders if one is gone, names it, and leaves its drawers and its wing as they are', async () => {
    const folders = ['one', 'two', 'never'].map((name) => ({ path: path.join(folder.root, name), name }));
    write('one/package.json', '{ "name": "lamp" }');
    write('one/a.md', 'Text of one.\n');
    await mine({}, { folders: folders.slice(0, 1) });
    const before = live();
    write('two/b.md', 'Text of two.\n');
    renameSync(path.join(folder.root, 'one'), path.join(folder.root, 'away'));
    const report = await mine({}, { folders });
    expect(report.sources).toEqual({ mined: 1, unchanged: 0, renamed: 0, archived: 0, skipped: {} });
    expect(report.unread_folders?.map(({ values }) => values)).toEqual([[folders[0]?.path], [folders[2]?.path]]);
    expect(live().filter(({ wing }) => wing === 'lamp')).toEqual(before);
    expect(textsOf('two/b.md')).toEqual(['Text of two.\n']);

    renameSync(path.join(folder.root, 'away'), path.join(folder.root, 'one'));
    const again = await mine({}, { folders: folders.slice(0, 2) });
    expect(again).toMatchObject({ sources: { mined: 0, unchanged: 3, archived: 0 }, drawers: { added: 0 } });
    expect(again).not.toHaveProperty('unread_folders');
    expect(textsOf('one/a.md')).toEqual(['Text of one.\n']);
  });

  it('leaves a nested project its name while the folder is gone that has one of the same name', async () => {
    const folders = ['one', 'two'].map((name) => ({ path: path.join(folder.root, name), name }));
    for (const { name } of folders) write(`${name}/app/package.json`, '{}');
    await mine({}, { folders });
    const before = live();
    expect(before.map(({ wing }) => wing)).toEqual(['one-app', 'two-app']);
    renameSync(path.join(folder.root, 'one'), path.join(folder.root, 'away'));
    for (let mines = 0; mines < 2; mines++) await mine({}, { folders });
    expect(live()).toEqual(before);
    await mine({}, { folders: folders.slice(1) });
    expect(live().find(({ sourceFile }) => sourceFile === 'app/package.json')?.wing).toBe('app');
  });

  it('names the files of rules that can not be read, without which more is mined', async () => {
    write('.gitignore', 'build/\n');
    write('docs/.gitignore', 'drafts/\n');
    write('.git/info/exclude', '*.log\n');
    write('docs/a.md', 'Text of a.\n');
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const files: FileAccess = {
      ...nodeFileAccess,
      read: (file, gate) =>
        /(?:\.gitignore|exclude)$/.test(file) ? Promise.reject(denied) : nodeFileAccess.read(file, gate),
    };
    const { skipped_files: skipped } = await mine({ files });
    expect(skipped.filter(({ reason }) => reason === 'rules_refused').map(({ path: file }) => file)).toEqual([
      '.git/info/exclude',
      '.gitignore',
      'docs/.gitignore',
    ]);
  });
});
