import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitIndexReportSchema } from '../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import { fileHistorySchema } from '../../../extension/palace/contract/historySchemas.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { drawerViewSchema } from '../../../extension/palace/contract/drawerViewSchema.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const missing = spawnSync('git', ['--version']).status === 0 ? null : 'there is no git';

/** A repository of two commits, made with no configuration but its own. */
const repository = (): string => {
  const folder = temporaryFolder();
  const git = (...words: string[]): void =>
    void execFileSync(
      'git',
      [
        '-c',
        'user.name=Ilse Brandt',
        '-c',
        'user.email=ilse@example.invalid',
        '-c',
        'init.defaultBranch=main',
        ...words,
      ],
      {
        cwd: folder,
        stdio: 'pipe',
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_AUTHOR_DATE: '1577934245 +0100',
          GIT_COMMITTER_DATE: '1577934245 +0100',
        },
      },
    );
  git('init', '-q');
  for (const [file, message] of [
    ['berth.md', 'Ships are berthed by draught\n\nThe harbour master asked for it.'],
    ['tide.md', 'Tides are read from the gauge \u001b[31mtwice\u001b[0m'],
  ] as const) {
    writeFiles(folder, { [file]: `${file}\n` });
    git('add', '-A');
    git('commit', '-q', '-m', message);
  }
  return folder;
};

describe.skipIf(missing !== null)(`git-index${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  it('files the whole history, finds commits by words and shows their tags; a second run adds nothing', async () => {
    const [folder, palace] = [repository(), path.join(temporaryFolder(), 'palace')];
    const run = (...words: string[]) => {
      const { code, stdout, stderr } = runCli(palace, folder, ...words, '--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout) as unknown;
    };
    expect(commitIndexReportSchema.parse(run('git-index'))).toMatchObject({ indexed: 0, outcome: 'indexed' });
    await openForAgent(palace, folder);
    expect(commitIndexReportSchema.parse(run('git-index', '--repo', folder, '--all'))).toMatchObject({
      indexed: 2,
      duplicates: 0,
      skipped: 0,
      reason: null,
    });
    expect(commitIndexReportSchema.parse(run('git-index', '--all'))).toMatchObject({ indexed: 0, duplicates: 2 });
    const { results } = searchResultSchema.parse(run('search', 'where does a vessel lie', '--type', 'git_commit'));
    expect(results).toHaveLength(2);
    const {
      results: [hit],
    } = searchResultSchema.parse(run('search', 'draught'));
    const shown = drawerViewSchema.parse(run('show', hit?.drawer_id ?? ''));
    expect(shown.text).toBe(
      '[main] Ships are berthed by draught\n\nThe harbour master asked for it.\nFiles: berth.md (+1/-0)',
    );
    expect(shown).toMatchObject({
      type: 'git_commit',
      room: 'git',
      wing: path.basename(folder),
      tier: 'working',
      filed_at: '2020-01-02T03:04:05.000Z',
      tags: [expect.stringMatching(/^sha:[0-9a-f]{40}$/)],
      properties: {
        author: 'Ilse Brandt',
        author_email: 'ilse@example.invalid',
        parents: '',
        branch: 'main',
        repository: folder,
        asked_for: 'true',
      },
    });
    const history = fileHistorySchema.parse(run('history', 'berth.md'));
    expect(history.events.map(({ drawer }) => drawer.drawer_id)).toEqual([shown.drawer_id]);
    const { stdout } = runCli(palace, folder, 'history', path.join(folder, 'tide.md'));
    expect(stdout).toMatch(/2020-01-02 {2}Tides are read .* git_commit · Ilse Brandt/);
    for (const words of [['list'], ['search', 'draught']])
      expect(runCli(palace, folder, ...words).stdout, words.join(' ')).toMatch(
        /^.*(?<!\[main\] )Ships are berthed/m,
      );
    run('erase', shown.drawer_id, '--yes');
    expect(commitIndexReportSchema.parse(run('git-index', '--all'))).toMatchObject({ indexed: 0, duplicates: 2 });
    expect(
      searchResultSchema.parse(run('search', 'draught')).results.map(({ drawer_id: id }) => id),
    ).not.toContain(shown.drawer_id);
  });

  it('leads from a commit to the file that it changed, and says so', () => {
    const [folder, palace] = [repository(), path.join(temporaryFolder(), 'palace')];
    const explained = (...words: string[]) => {
      runCli(palace, folder, ...words);
      const { stdout } = runCli(palace, folder, 'search', 'gauge twice', '--explain', '--json');
      const { results } = searchResultSchema.parse(JSON.parse(stdout));
      return results.flatMap(({ source_file: file, type, score_events: events = [] }) =>
        type === 'file' ? [{ file, history: events.find(({ phase }) => phase === 'history')?.reason }] : [],
      );
    };
    expect(explained('mine').map(({ history }) => history)).toEqual([undefined, undefined]);
    const [first] = explained('git-index', '--all');
    expect(first?.file).toBe('tide.md');
    expect(first?.history).toMatch(/^the commit “Tides are read from the gauge .*, at \d\.\d{3}, changed it$/);
    const { stdout } = runCli(palace, folder, 'search', 'gauge twice', '--explain');
    expect(stdout).toMatch(/commit history +\+\.\d+ .*the commit “/);
  });

  it('files commits, notes and files in the project’s wing, whenever the project is named', () => {
    const [folder, palace] = [repository(), path.join(temporaryFolder(), 'palace')];
    const run = (...words: string[]): unknown => {
      const { code, stdout, stderr } = runCli(palace, folder, ...words, '--json', '--quiet');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    run('git-index', '--all', '--no-wait');
    run('save', 'The gauge is read twice a day.', '--type', 'decision');
    writeFiles(folder, { 'package.json': '{ "name": "@harbor/berths" }\n' });
    run('mine', '--no-wait');
    run('save', 'The crane is oiled on Mondays.', '--type', 'decision');
    const { drawers } = run('list') as { drawers: { readonly wing: string; readonly type: string }[] };
    expect(drawers.map(({ wing, type }) => `${type} in ${wing}`).sort()).toEqual([
      ...['decision', 'decision', 'file', 'file', 'file', 'git_commit', 'git_commit'].map(
        (type) => `${type} in harbor-berths`,
      ),
    ]);
    expect(commitIndexReportSchema.parse(run('git-index', '--all', '--no-wait'))).toMatchObject({ indexed: 0 });
  });

  it('shows hostile commit messages without control sequences', () => {
    const [folder, palace] = [repository(), path.join(temporaryFolder(), 'palace')];
    expect(runCli(palace, folder, 'git-index', '--all', '--no-wait').stdout).toContain('Indexed 2 commits');
    for (const words of [['search', 'tides gauge'], ['list'], ['search', 'tides gauge', '--explain']]) {
      const { stdout } = runCli(palace, folder, ...words);
      expect(stdout).toContain('Tides are');
      expect(stdout).not.toContain('\u001b');
    }
  });

  it('says why nothing was indexed, with an exit code of its own, and refuses invalid paths and branches', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    for (const [where, words, reason] of [
      [folder, [], 'not a git repository'],
      [folder, ['--quiet'], 'not a git repository'],
      [folder, ['--json'], 'not_a_repository'],
      [repository(), ['--branch', 'nope'], 'nope'],
    ] as const)
      expect(runCli(palace, where, 'git-index', ...words), words.join(' ')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(reason),
      });
    const [main, linked] = [repository(), path.join(temporaryFolder(), 'linked')];
    execFileSync('git', ['worktree', 'add', '-q', '-b', 'linked', linked], { cwd: main, stdio: 'pipe' });
    renameSync(main, `${main}-moved`);
    const left = path.join(realpathSync(`${main}-moved`).replace(/-moved$/, ''), '.git', 'worktrees', 'linked');
    const lost = runCli(palace, linked, 'git-index');
    expect(lost).toMatchObject({ code: 1, stderr: '' });
    expect(lost.stdout).toContain(
      `not a git repository: its .git leads to ${left}, where none is; if that repository was moved, run “git worktree repair” in it.`,
    );
    execFileSync('git', ['worktree', 'repair'], { cwd: `${main}-moved`, stdio: 'pipe' });
    expect(runCli(palace, linked, 'git-index', '--json', '--no-wait').code).toBe(0);
    rmSync(`${main}-moved`, { recursive: true });
    execFileSync('git', ['init', '-q', folder]);
    expect(runCli(palace, folder, 'git-index', '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no_commits'),
    });
    for (const words of [['--repo=-x'], ['--branch=-n1'], ['--days', '0'], ['--days', 'many']]) {
      const { code, stderr } = runCli(palace, folder, 'git-index', ...words);
      expect({ code, lines: stderr.trim().split('\n').length }).toEqual({
        code: 2,
        lines: words.includes('--days') ? 2 : 1,
      });
    }
  });
});
