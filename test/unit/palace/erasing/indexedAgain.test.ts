import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { drawersOf, erase, word } from '../../../fixtures/palaces/erasing.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;

/** A repository with two commits on `main`; the second one's message has {@link word}. */
const repository = () => {
  const folder = temporaryFolder();
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ilse', '-c', 'user.email=i@example.invalid', ...words], {
      cwd: folder,
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], HOME: folder },
    });
  const commit = (message: string, file: string): void => {
    writeFiles(folder, { [file]: message });
    git('add', '-A');
    git('commit', '-q', '-m', message);
  };
  git('init', '-q', '-b', 'main');
  commit('Docks have a depth', 'dock.md');
  commit(`The ${word} is counted`, 'count.md');
  return { folder, git, commit };
};

describe.skipIf(!hasGit)('an erased commit', () => {
  it.each([
    ['another branch', (git: (...words: string[]) => void) => git('checkout', '-q', '-b', 'feature')],
    ['a detached head', (git: (...words: string[]) => void) => git('checkout', '-q', '--detach')],
    [
      'a worktree',
      (git: (...words: string[]) => void) => git('worktree', 'add', '-q', '-b', 'side', path.join('.', 'side')),
    ],
  ])('is not filed again from %s', async (where, move) => {
    const { folder: repo, git, commit } = repository();
    const folder = path.join(temporaryFolder(), 'palace');
    const palace = await openPalace({ folder });
    const index = (repo_path: string) => palace.indexCommits({ repo_path, all: true });
    await index(repo);
    const held = (await drawersOf(palace)).find(({ text }) => text.includes(word));
    await erase(palace, held?.drawer_id ?? '');
    move(git);
    if (where === 'another branch') commit('Cranes stand on docks', 'crane.md');
    const { indexed } = await index(where === 'a worktree' ? path.join(repo, 'side') : repo);
    expect(filesHolding(folder, word)).toEqual([]);
    expect(indexed).toBe(where === 'another branch' ? 1 : 0);
    await palace.close();
  });
});
