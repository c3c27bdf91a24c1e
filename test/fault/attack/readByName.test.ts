import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, type CliOutcome } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

let workspace: string;
let palace: string;
beforeEach(() => {
  workspace = temporaryFolder();
  palace = path.join(temporaryFolder(), 'palace');
  writeFiles(workspace, {
    'notes.md': 'The crane is inspected in March.\n',
    'src/berth.ts': 'export const berths = 4;\n',
  });
});

const run = (...words: string[]): CliOutcome => runCli(palace, workspace, ...words);
const mined = (): { sources: { skipped: Record<string, number> }; drawers: { added: number } } => {
  const { code, stdout, stderr } = run('mine', '--no-wait', '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as ReturnType<typeof mined>;
};
const fifo = (file: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
};
/** Endless, as far as anybody reads. */
const endless = (file: string): void => {
  rmSync(file, { force: true });
  symlinkSync('/dev/zero', file);
};

describe.skipIf(process.platform === 'win32')('a cloned repository with endless files', () => {
  it('is mined without ignore files that are endless, huge or FIFOs, and the report counts them', () => {
    endless(path.join(workspace, '.gitattributes'));
    fifo(path.join(workspace, '.git', 'info', 'exclude'));
    writeFileSync(path.join(workspace, '.gitignore'), 'a/**/b*\n'.repeat((41 << 20) / 8));
    const report = mined();
    expect(report.sources.skipped).toMatchObject({ rules_refused: 3 });
    expect(report.drawers.added).toBe(2);
  });

  it('is mined without attributes that link to a file outside', () => {
    const outside = path.join(temporaryFolder(), 'attributes');
    writeFileSync(outside, '*.md linguist-generated\n');
    symlinkSync(outside, path.join(workspace, '.gitattributes'));
    const report = mined();
    expect(report.sources.skipped).toMatchObject({ rules_refused: 1 });
    expect(report.drawers.added).toBe(2);
  });

  it('is mined with ignore rules that would take a regular expression forever, and they apply', () => {
    const deep = Array.from({ length: 60 }, () => 'a').join('/');
    writeFiles(workspace, {
      '.gitignore': `${'**/a/'.repeat(9)}secret.md\n`,
      [`${deep}/open.md`]: 'The lock gate is open.\n',
      [`${deep}/secret.md`]: 'The lock gate is shut.\n',
    });
    mined();
    const { stdout } = run('list', '--json');
    expect(stdout).toContain('/open.md');
    expect(stdout).not.toContain('The lock gate is shut');
  });

  it('is treated as no repository if .git is a FIFO', () => {
    fifo(path.join(workspace, '.git'));
    expect(run('git-index', '--json').stdout).toContain('not_a_repository');
  });
});

describe.skipIf(process.platform === 'win32')('a palace folder with endless files', () => {
  beforeEach(() => void mined());

  it.each(['FIFO', 'device'])(
    'opens with a %s in place of each extra file, rebuilds its index, and reports the other files',
    (kind) => {
      const plant = (name: string): void => (kind === 'FIFO' ? fifo : endless)(path.join(palace, name));
      for (const name of ['lexical.idx', 'owner.json', 'owner.token', 'settings.json', 'settings.editor.json'])
        plant(name);
      expect(run('list').stdout).toContain('notes.md');
      const { code, stdout } = run('config');
      expect(code).toBe(0);
      expect(stdout).toMatch(/settings\.json can't be read: it is not a regular file/);
      expect(stdout).toMatch(/settings\.editor\.json can't be read: it is not a regular file/);
      for (const name of ['profiles.json', 'profiles.editor.json']) {
        plant(name);
        expect(run('search', 'crane').stderr).toContain(`${name} can't be read: it is not a regular file`);
        rmSync(path.join(palace, name));
      }
    },
  );

  it.each([
    ['a FIFO', fifo],
    ['an endless device', endless],
  ])('imports nothing from %s, and says why', (_, plant) => {
    const file = path.join(workspace, 'memory.jsonl');
    plant(file);
    for (const words of [
      ['import', file],
      ['import', file, '--format', 'jsonl'],
      ['replay', file],
    ]) {
      const { code, stderr } = run(...words);
      expect(code, words.join(' ')).toBe(1);
      expect(stderr, words.join(' ')).toMatch(/can['’]t be read.*not a regular file/);
    }
  });

  it('imports nothing from an export whose manifest is a FIFO or whose database is endless', () => {
    const folder = temporaryFolder();
    fifo(path.join(folder, 'palace.json'));
    expect(run('import', folder, '--format', 'jsonl').stderr).toMatch(/not a regular file/);
    const other = temporaryFolder();
    writeFiles(other, { 'chroma.sqlite3': 'SQLite format 3\0' });
    endless(path.join(other, 'chroma.sqlite3-wal'));
    expect(run('import', other).stderr).toMatch(/not a regular file/);
  });
});
