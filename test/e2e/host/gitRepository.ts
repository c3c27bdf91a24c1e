import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryWorkspace } from './workbenchTest.ts';

/** Whether there is a git for tests to make repositories with. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

/** Runs git in a folder with no configuration but the folder's own; gives what it prints. */
export const git = (folder: string, ...words: string[]): string => gitAt(new Date(), folder, words);

const gitAt = (date: Date, folder: string, words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ilse Brandt', '-c', 'user.email=ilse@example.invalid', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...datesOf(date) },
  }).trim();

const datesOf = (date: Date) => ({ GIT_AUTHOR_DATE: date.toISOString(), GIT_COMMITTER_DATE: date.toISOString() });

/** Writes a file and commits it, some days ago if asked; gives the commit's hash. */
export const commitFile = (folder: string, file: string, text: string, message: string, daysAgo = 0): string => {
  writeFileSync(path.join(folder, file), text);
  git(folder, 'add', file);
  gitAt(new Date(Date.now() - daysAgo * 86_400_000), folder, ['commit', '-q', '-m', message]);
  return git(folder, 'rev-parse', 'HEAD');
};

/** A temporary workspace that is a repository of three commits on `main`; the first is forty days old. */
export const gitWorkspace = (): string => {
  const folder = temporaryWorkspace({ 'notes.md': '# Notes\n\nThe harbour crane is inspected every March.\n' });
  git(folder, 'init', '-q', '-b', 'main');
  commitFile(
    folder,
    'notes.md',
    '# Notes\n\nThe harbour crane is inspected every March.\n',
    'Notes on the crane',
    40,
  );
  commitFile(
    folder,
    'berths.md',
    'Berth 4 takes 12 metres.\n',
    'Ships are assigned to berths by their draught\n\nLength alone had put a tanker aground.',
  );
  commitFile(folder, 'tides.md', 'Low water at six.\n', 'Tide tables come from the gauge');
  return folder;
};
