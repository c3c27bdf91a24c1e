import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitIndexReportSchema } from '../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const missing =
  process.platform === 'linux' && spawnSync('git', ['--version']).status === 0
    ? null
    : 'git’s memory is limited on Linux alone';

/** A repository that is made of objects, without a work tree. */
const repository = () => {
  const folder = temporaryFolder();
  const git = (input: string, ...words: string[]): string =>
    execFileSync('git', words, {
      cwd: folder,
      input,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        ...Object.fromEntries(
          ['AUTHOR', 'COMMITTER'].flatMap((who) => [
            [`GIT_${who}_NAME`, 'Ilse Brandt'],
            [`GIT_${who}_EMAIL`, 'ilse@example.invalid'],
            // Not of the last day, whose commits the command tries before it makes a palace.
            [`GIT_${who}_DATE`, '2025-01-01T00:00:00Z'],
          ]),
        ),
      },
    }).trim();
  git('', 'init', '-q', '-b', 'main');
  const blob = git('one line\n', 'hash-object', '-w', '--stdin');
  const tree = (entries: readonly string[]): string => git(`${entries.join('\n')}\n`, 'mktree');
  let head: string[] = [];
  const commit = (of: string, message: string): string => {
    const sha = git(message, 'commit-tree', of, ...head);
    head = ['-p', sha];
    git('', 'update-ref', 'refs/heads/main', sha);
    return sha;
  };
  return {
    folder,
    git,
    commit,
    file: (name: string): string => tree([`100644 blob ${blob}\t${name}`]),
    /**
     * A folder of ten folders of ten folders …: ten million files in eight objects. Their long names fill git's memory in less than a
     * second, long before it counts as silent, also where it gets little of the processor.
     */
    bomb: (): string => {
      const name = 'berth'.repeat(400);
      const ten = (entry: string): string => tree(Array.from({ length: 10 }, (_, n) => `${entry}\t${name}${n}`));
      let at = ten(`100644 blob ${blob}`);
      for (let depth = 1; depth < 7; depth++) at = ten(`040000 tree ${at}`);
      return at;
    },
  };
};

const gitIndex = (folder: string) => {
  const palace = path.join(temporaryFolder(), 'palace');
  const { stdout, stderr } = runCli(palace, folder, 'git-index', '--all');
  const list = runCli(palace, folder, 'list', '--json').stdout;
  return { stdout, stderr, list };
};

describe.skipIf(missing !== null)(
  `a repository that is costly to read${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    it('with a commit of ten million files is read; that commit is filed without file names, and reported', () => {
      const { folder, commit, file, bomb } = repository();
      commit(file('berth.md'), 'Berths are counted');
      const bombed = commit(bomb(), 'Ten million files');
      const { stdout, list } = gitIndex(folder);
      expect(stdout).toContain('Indexed 2 commits');
      expect(stdout).toContain(`${bombed} was filed without its files: git needed more memory than it may use.`);
      expect(list).toContain('"[main] Ten million files"');
      expect(list).toContain('Berths are counted\\nFiles: berth.md (+1/-0)');
    });

    it('is read as usual if its configuration names an endless file', () => {
      const { folder, git, commit, file } = repository();
      commit(file('berth.md'), 'Berths are counted');
      for (const setting of ['core.attributesFile', 'core.excludesFile', 'mailmap.file'])
        git('', 'config', setting, '/dev/zero');
      expect(gitIndex(folder).list).toContain('Berths are counted\\nFiles: berth.md (+1/-0)');
    });

    it('with endless attributes is read by file names only, after the first commits have shown that', () => {
      const { folder, commit, file } = repository();
      for (let n = 0; n < 7; n++) commit(file(`berth-${n}.md`), `Berth ${n}`);
      const attributes = path.join(folder, '.git', 'info', 'attributes');
      rmSync(attributes, { force: true });
      symlinkSync('/dev/zero', attributes);
      const palace = path.join(temporaryFolder(), 'palace');
      const { stdout, stderr } = runCli(palace, folder, 'git-index', '--all', '--json');
      const report = commitIndexReportSchema.parse(JSON.parse(stdout));
      expect(report, stderr).toMatchObject({ indexed: 7, skipped: 0, without_files: 5, outcome: 'indexed' });
      expect(report.incomplete).toHaveLength(5);
      expect(runCli(palace, folder, 'list', '--json').stdout).toContain('Berth 0\\nFiles: berth-0.md');
    });
  },
);
