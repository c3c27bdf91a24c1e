import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommitIndexRequest } from '../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import { indexCommits } from '../../../extension/palace/mining/git/indexCommits.ts';
import { drawerId, isoTime } from '../../../extension/palace/model/drawer/ids.ts';
import { folderRegistryKey } from '../../../extension/palace/model/source/folderRegistry.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { hasRecentCommits } from '../../../extension/service/recentCommits.ts';
import { sqliteWasm, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const missing = spawnSync('git', ['--version']).status === 0 ? null : 'there is no git';
const date = '1577934245 +0100';

const git = (folder: string, words: readonly string[], input = '', at = date): string =>
  execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    stdio: 'pipe',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      ...{ GIT_AUTHOR_NAME: 'Ilse', GIT_AUTHOR_EMAIL: 'ilse@example.invalid', GIT_AUTHOR_DATE: at },
      ...{ GIT_COMMITTER_NAME: 'Ilse', GIT_COMMITTER_EMAIL: 'ilse@example.invalid', GIT_COMMITTER_DATE: at },
    },
  }).trim();

/** A commit that adds a file of its name. */
const commit = (folder: string, name: string, at = date): void => {
  writeFiles(folder, { [`${name}.md`]: `${name}\n` });
  git(folder, ['add', '-A']);
  git(folder, ['commit', '-q', '-m', name], '', at);
};

/** A repository with commits `1`, `2`, …, each of which adds a file of that name. */
const repository = (commits: number): string => {
  const folder = temporaryFolder();
  git(folder, ['init', '-q']);
  for (let number = 1; number <= commits; number++) commit(folder, `${number}`);
  return folder;
};

/**
 * A history of a repository, into a palace of its own; the newest commit first. `wing`: as which it was mined; `asked`: of which
 * commits, at the time of the commits.
 */
const indexAll = async (folder: string, wing?: string, asked: Partial<CommitIndexRequest> = { all: true }) => {
  const store = await openPalaceStore({
    folder: path.join(temporaryFolder(), 'palace'),
    sqliteWasm,
    clock: () => new Date(),
  });
  try {
    if (wing !== undefined)
      await store.write((transaction) =>
        transaction.setMeta(folderRegistryKey, JSON.stringify({ [folder]: { prefix: '', places: '', wing } })),
      );
    const { elapsed_ms: _, ...report } = await indexCommits(
      store,
      { repo_path: folder, ...asked },
      { env: process.env, clock: () => new Date(Number.parseInt(date) * 1000) },
    );
    const drawers = store.read.scanDrawers(0, 100);
    return { report, drawers, texts: drawers.map(({ text }) => text) };
  } finally {
    await store.close();
  }
};

describe.skipIf(missing !== null)(`odd histories${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  it('are filed although a zone has more digits than a zone can have', async () => {
    const folder = repository(1);
    const [tree, parent] = [git(folder, ['write-tree']), git(folder, ['rev-parse', 'HEAD'])];
    const commit = `tree ${tree}\nparent ${parent}\nauthor A <a@example.invalid> 1312735823 +051800\ncommitter A <a@example.invalid> 1312735823 +051800\n\nfar east\n`;
    git(folder, [
      'update-ref',
      'HEAD',
      git(folder, ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], commit),
    ]);
    const { report, drawers } = await indexAll(folder);
    expect(report).toMatchObject({ indexed: 2, skipped: 0, without_files: 0, incomplete: [], reason: null });
    expect(drawers[0]).toMatchObject({ text: '[main] far east', filedAt: '2011-08-07T16:50:23.000Z' });
  });

  it('name no files of the commit at which a shallow clone ends: it did not add all that is there', async () => {
    const folder = path.join(temporaryFolder(), 'clone');
    git(temporaryFolder(), ['clone', '-q', '--depth', '2', `file://${repository(4)}`, folder]);
    const { report, texts } = await indexAll(folder);
    expect(texts).toEqual(['[main] 4\nFiles: 4.md (+1/-0)', '[main] 3']);
    expect(report).toMatchObject({ indexed: 2, without_files: 1, reason: expect.stringContaining('shallow') });
    expect(report.incomplete).toEqual([
      { sha: git(folder, ['rev-parse', 'HEAD~1']), filed: true, reason: 'the shallow clone ends at it' },
    ]);
  });

  it('get the files and parents of that commit once the clone has its whole history, and keep what is known about it', async () => {
    const folder = path.join(temporaryFolder(), 'clone');
    git(temporaryFolder(), ['clone', '-q', '--depth', '2', `file://${repository(4)}`, folder]);
    const at = isoTime(0);
    const store = await openPalaceStore({
      folder: path.join(temporaryFolder(), 'palace'),
      sqliteWasm,
      clock: () => new Date(),
    });
    const index = () =>
      indexCommits(store, { repo_path: folder, all: true }, { env: process.env, clock: () => new Date() });
    const [sha, parent] = ['HEAD~1', 'HEAD~2'];
    const last = () =>
      store.read.wholeDrawers(store.read.drawerIdsTagged(`sha:${git(folder, ['rev-parse', sha])}`))[0];
    await index();
    const before = last();
    expect(before).toMatchObject({ drawer: { text: '[main] 3' }, properties: { parents: '' } });
    await store.write((transaction) => {
      const [{ id, rowid } = { id: drawerId(''), rowid: 0 }] = before === undefined ? [] : [before.drawer];
      transaction.addTags(id, ['depth']);
      transaction.updateDrawers([{ rowid, pinned: true, importance: 0.9 }]);
      transaction.recordAccess([{ rowid, sessionId: 's', kind: 'opened', at }]);
    });
    const marked = last();
    git(folder, ['fetch', '-q', '--unshallow']);
    for (const [indexed, duplicates] of [
      [2, 2],
      [0, 4],
    ]) {
      expect(await index()).toMatchObject({ indexed, duplicates, without_files: 0, reason: null });
      const { text, rowid: _, contentHash: hash, ...drawer } = marked?.drawer ?? {};
      expect(last()).toMatchObject({
        ...{ tags: marked?.tags, accesses: marked?.accesses },
        drawer: {
          ...drawer,
          text: `${String(text)}\nFiles: 3.md (+1/-0)`,
          contentHash: expect.not.stringMatching(hash ?? ''),
        },
        properties: { ...marked?.properties, parents: git(folder, ['rev-parse', parent]) },
      });
    }
    await store.close();
  });

  it('name the files of a first commit within a shallow clone', async () => {
    const [origin, folder] = [repository(2), path.join(temporaryFolder(), 'clone')];
    git(origin, ['checkout', '-q', '--orphan', 'other']);
    git(origin, ['commit', '-q', '-m', 'other']);
    git(origin, ['checkout', '-q', 'main']);
    git(origin, ['merge', '-q', '--allow-unrelated-histories', '-m', 'merge', 'other']);
    git(temporaryFolder(), ['clone', '-q', '--depth', '3', `file://${origin}`, folder]);
    expect((await indexAll(folder)).texts.sort()).toEqual([
      '[main] 1',
      '[main] 2\nFiles: 2.md (+1/-0)',
      '[main] merge',
      '[main] other\nFiles: 1.md, 2.md (+2/-0)',
    ]);
  });

  it('are read as they were committed, whatever grafts and replacements say', async () => {
    const folder = repository(3);
    const [third, second] = [git(folder, ['rev-parse', 'HEAD']), git(folder, ['rev-parse', 'HEAD~1'])];
    git(folder, ['replace', '--graft', third]);
    writeFiles(folder, { '.git/info/grafts': `${second}\n` });
    expect((await indexAll(folder)).texts).toEqual(
      ['3', '2', '1'].map((name) => `[main] ${name}\nFiles: ${name}.md (+1/-0)`),
    );
  });

  it('are read where `.git` is a bare repository, from which worktrees are made', async () => {
    const folder = temporaryFolder();
    git(folder, ['clone', '-q', '--bare', `file://${repository(1)}`, '.git']);
    git(folder, ['worktree', 'add', '-q', 'work', 'main']);
    const around = await indexAll(folder);
    expect(around.texts).toEqual(['[main] 1\nFiles: 1.md (+1/-0)']);
    const inside = await indexAll(path.join(folder, 'work'));
    expect(inside.drawers.map(({ id, wing }) => ({ id, wing }))).toEqual(
      around.drawers.map(({ id, wing }) => ({ id, wing })),
    );
  });

  it.each(['..', '/nonexistent', '../..'])('are read where the work tree is elsewhere: %s', async (worktree) => {
    const folder = repository(1);
    git(folder, ['config', 'core.worktree', worktree]);
    const { report, drawers } = await indexAll(folder);
    expect(report).toMatchObject({ outcome: 'indexed', indexed: 1 });
    expect(drawers[0]?.wing).toBe(path.basename(folder));
  });

  it('are not those of a repository further up', async () => {
    const folder = path.join(repository(1), 'a:b', 'inner');
    writeFiles(folder, { '.git/HEAD': '' });
    expect((await indexAll(folder)).report).toMatchObject({ indexed: 0, outcome: 'not_a_repository' });
  });

  it.each([
    ['when somebody asks', { days: 1 }],
    ['when somebody asks for more', { days: 30 }],
    ['unasked', { days: 1, automatic: true }],
  ])('are read behind a commit that a wrong date makes older than what is asked for: %s', async (_, asked) => {
    const [folder, wrong, old] = [temporaryFolder(), '@60 +0000', '1546398245 +0100'];
    git(folder, ['init', '-q']);
    commit(folder, 'old', old);
    git(folder, ['checkout', '-q', '-b', 'side']);
    commit(folder, 'on the side');
    commit(folder, 'wrong on the side', wrong);
    git(folder, ['checkout', '-q', 'main']);
    commit(folder, 'older', old);
    commit(folder, 'last');
    git(folder, ['merge', '-q', '-m', 'merge', 'side']);
    expect((await indexAll(folder, undefined, asked)).texts.sort()).toEqual([
      '[main] last\nFiles: last.md (+1/-0)',
      '[main] merge',
      '[main] on the side\nFiles: on the side.md (+1/-0)',
    ]);
    commit(folder, 'wrong', wrong);
    const { texts, report } = await indexAll(folder, undefined, asked);
    expect(texts).toHaveLength(3);
    expect(report).toMatchObject({ outcome: 'indexed', reason: null, indexed: 3, incomplete: [] });
  });

  it('make a workspace one with recent commits, also where the last has a wrong date', async () => {
    const folder = temporaryFolder();
    git(folder, ['init', '-q']);
    commit(folder, 'recent', `${Math.floor(Date.now() / 1000)} +0000`);
    commit(folder, 'wrong', '@60 +0000');
    expect(await hasRecentCommits(folder, 7, new AbortController().signal)).toBe(true);
    git(folder, ['checkout', '-q', '--orphan', 'other']);
    commit(folder, 'long ago');
    expect(await hasRecentCommits(folder, 7, new AbortController().signal)).toBe(false);
  });

  it('are filed in the wing that the workspace has, while its manifest is being merged', async () => {
    const folder = realpathSync(repository(1));
    writeFiles(folder, { 'package.json': '<<<<<<< HEAD\n{ "name": "harbor" }\n' });
    expect((await indexAll(folder, 'harbor')).drawers.map(({ wing }) => wing)).toEqual(['harbor']);
  });
});
