import { describe, expect, it } from 'vitest';
import {
  commitDrawer,
  commitText,
  commitTime,
  type CommitPlace,
} from '../../../../../extension/palace/mining/git/commitDrawer.ts';
import type { Commit } from '../../../../../extension/palace/mining/git/commitLog.ts';
import { sourceId, wingName } from '../../../../../extension/palace/model/drawer/ids.ts';

const commit: Commit = {
  sha: 'a'.repeat(40),
  parents: ['b'.repeat(40), 'c'.repeat(40)],
  author: 'Ilse Brandt',
  authorEmail: 'ilse@example.invalid',
  authorDate: '1767225600 +0100',
  committerDate: '1767229200 +0100',
  encoding: '',
  message: 'Berths are counted once\n\nThe tide was counted, too.\n',
  cut: false,
  files: { names: ['a.ts', 'b.ts'], renames: [], count: 2, added: 45, deleted: 12 },
};
const place: CommitPlace = {
  repository: {
    commonFolder: '/src/harbor/.git',
    name: 'harbor',
    root: '/src/harbor',
    shallow: false,
    cutOff: new Set(),
  },
  sourceId: sourceId('source_x'),
  wing: wingName('harbor'),
  branch: 'main',
  askedFor: false,
  now: new Date('2026-01-05T00:00:00Z'),
};
const files = (count: number) => ({
  names: Array.from({ length: Math.min(count, 50) }, (_, i) => `f${i}`),
  renames: [],
  count,
  added: 1,
  deleted: 0,
});

describe('a commit’s drawer', () => {
  it('holds branch, the whole message, and the files with their lines', () => {
    expect(commitText(commit, 'main')).toBe(
      '[main] Berths are counted once\n\nThe tide was counted, too.\nFiles: a.ts, b.ts (+45/-12)',
    );
    expect(commitText({ ...commit, message: 'One line' }, 'main')).toBe(
      '[main] One line\nFiles: a.ts, b.ts (+45/-12)',
    );
  });

  it('has a message of blanks as it is, however many', () => {
    const message = `subject\n\n${' '.repeat(2 ** 20)}x`;
    expect(commitText({ ...commit, message: `${message}${' \n'.repeat(2 ** 19)}`, files: files(0) }, 'main')).toBe(
      `[main] ${message}`,
    );
  });

  it('lists fifty files and counts the rest', () => {
    expect(commitText({ ...commit, files: files(50) }, 'main')).toMatch(/, f49 \(\+1\/-0\)$/);
    expect(commitText({ ...commit, files: { ...files(23), names: [] } }, 'main')).toMatch(
      /\nFiles: 23 in all \(\+1\/-0\)$/,
    );
    expect(commitText({ ...commit, files: files(73) }, 'main')).toMatch(/, f49 … and 23 more \(\+1\/-0\)$/);
  });

  it('says nothing of files where there are none, and nothing of lines where they are not known', () => {
    expect(commitText({ ...commit, message: 'Merge', files: files(0) }, 'main')).toBe('[main] Merge');
    expect(commitText({ ...commit, message: '', files: files(0) }, 'main')).toBe('[main]');
    expect(
      commitText({ ...commit, message: 'x', files: { ...files(1), added: null, deleted: null } }, 'main'),
    ).toBe('[main] x\nFiles: f0');
  });

  it('keeps a name with a line feed on its line', () => {
    expect(
      commitText({ ...commit, message: 'x', files: { ...files(1), names: ['new\nline "a".ts'] } }, 'main'),
    ).toBe('[main] x\nFiles: "new\\nline \\"a\\".ts" (+1/-0)');
  });

  it('is one, however long the message is', () => {
    const message = 'L'.repeat(100_000);
    expect(commitDrawer({ ...commit, message }, place).drawer.text).toContain(message);
  });

  it('carries hash, author, parents, branch and repository', () => {
    const { drawer, tags, properties } = commitDrawer(commit, place);
    expect(drawer).toMatchObject({
      wing: 'harbor',
      room: 'git',
      type: 'git_commit',
      filedAt: '2026-01-01T00:00:00.000Z',
      tier: 'working',
    });
    expect(tags).toEqual([`sha:${'a'.repeat(40)}`]);
    expect(properties).toEqual({
      author: 'Ilse Brandt',
      author_email: 'ilse@example.invalid',
      author_date: '1767225600 +0100',
      parents: `${'b'.repeat(40)} ${'c'.repeat(40)}`,
      branch: 'main',
      repository: '/src/harbor',
    });
  });

  it('carries what it renamed', () => {
    const renames = [{ from: 'dock.ts', to: 'a.ts' }];
    const { properties } = commitDrawer({ ...commit, files: { ...commit.files, renames } }, place);
    expect(properties).toMatchObject({ renames: '[["dock.ts","a.ts"]]' });
  });

  it('is working for seven days, then ephemeral, and working whatever its age where somebody asked for it', () => {
    const tierAt = (now: string, askedFor: boolean) =>
      commitDrawer(commit, { ...place, askedFor, now: new Date(now) }).drawer.tier;
    expect(tierAt('2026-01-07T23:59:59Z', false)).toBe('working');
    expect(tierAt('2026-01-08T00:00:00Z', false)).toBe('ephemeral');
    expect(tierAt('2036-01-08T00:00:00Z', true)).toBe('working');
    expect(commitDrawer(commit, { ...place, askedFor: true }).properties).toMatchObject({ asked_for: 'true' });
  });

  it.each([
    ['-86400 +0000', '1969-12-31T00:00:00.000Z'],
    ['4102444800 +1400', '2100-01-01T00:00:00.000Z'],
    ['0 -1200', '1970-01-01T00:00:00.000Z'],
    ['', '2026-01-01T01:00:00.000Z'],
    ['99999999999999 +0000', '2026-01-01T01:00:00.000Z'],
    ['253402300800 +0000', '2026-01-01T01:00:00.000Z'],
  ])('is filed at the author’s date “%s”, or the committer’s where that is none', (authorDate, filedAt) => {
    expect(commitTime({ ...commit, authorDate })).toBe(filedAt);
  });

  it('is filed at the epoch where no date can be read', () => {
    expect(commitTime({ authorDate: '', committerDate: '' })).toBe('1970-01-01T00:00:00.000Z');
  });
});
