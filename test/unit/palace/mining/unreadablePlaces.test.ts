import { symlinkSync } from 'node:fs';
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
