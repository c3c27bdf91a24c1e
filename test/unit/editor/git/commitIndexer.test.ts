import { describe, expect, it } from 'vitest';
import { CommitsNote } from '../../../../extension/editor/git/commitsNote.ts';
import { CommitIndexer } from '../../../../extension/editor/git/commitIndexer.ts';
import { commitDocument, commitHash, indexedText } from '../../../../extension/editor/git/commitText.ts';
import { belongsTo, isNested, repositoriesOf } from '../../../../extension/editor/git/repositoriesOf.ts';
import { tellFreshness } from '../../../../extension/editor/source/hitFreshness.ts';
import { drawerDescription, drawerLabel } from '../../../../extension/editor/memory/drawerText.ts';
import { hitText } from '../../../../extension/editor/search/hitText.ts';
import type { CommitIndexReport } from '../../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { PalaceState } from '../../../../extension/editor/palace/palaceState.ts';
import { apiOf, drawerOf, hitOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';
import german from '../../../../l10n/bundle.l10n.de.json' with { type: 'json' };

const report = (changes: Partial<CommitIndexReport> = {}): CommitIndexReport => ({
  indexed: 2,
  duplicates: 1,
  skipped: 0,
  without_files: 0,
  incomplete: [],
  outcome: 'indexed',
  reason: null,
  elapsed_ms: 5,
  ...changes,
});
type Request = Parameters<PalaceApi['indexCommits']>[0];

const setUp = ({
  trusted = true,
  enabled = true,
  state = { kind: 'closed', folder: '/p' } as PalaceState,
  recent = true,
  deleted = false,
  demandFolders = () => Promise.resolve(),
  memento = mementoOf(),
  answer = (request: Request): CommitIndexReport => report({ duplicates: request.all === true ? 0 : 1 }),
} = {}) => {
  const requests: Request[] = [];
  const logged: string[] = [];
  const asked: string[] = [];
  const note = new CommitsNote(memento);
  let opened = 0;
  const api = apiOf({
    indexCommits: (request) => {
      requests.push(request);
      return Promise.resolve().then(() => answer(request));
    },
  });
  const open = (): Promise<PalaceApi> => {
    opened += 1;
    return Promise.resolve(api);
  };
  const indexer = new CommitIndexer({
    session: {
      get state() {
        return opened === 0 ? state : ({ kind: 'opening', folder: '/p' } as const);
      },
      api: open,
      apiOrNew: open,
    },
    allowed: () => ({ trusted, enabled, days: 3 }),
    demandFolders,
    hasRecent: (repository, days) => {
      asked.push(`${repository} ${days}`);
      return Promise.resolve(recent);
    },
    prepare: () => Promise.resolve(void asked.push('prepare')),
    note,
    wasDeleted: () => deleted,
    log: (level, message) => logged.push(`${level}: ${message}`),
  });
  return { indexer, requests, logged, asked, note, opened: () => opened };
};
const never = new AbortController().signal;
const absent: PalaceState = { kind: 'absent', folder: '/p' };

const mementoOf = () => {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
};

describe('indexing commits from the editor', () => {
  it('does nothing at all in a workspace that is not trusted: the palace is neither asked nor opened', async () => {
    const { indexer, requests, opened } = setUp({ trusted: false });
    await expect(indexer.index(['/w'], { all: true }, {})).rejects.toMatchObject({ code: 'E_FOLDER_UNREADABLE' });
    await indexer.indexByItself(['/w'], never);
    expect({ requests, opened: opened() }).toEqual({ requests: [], opened: 0 });
  });

  it('says that the folder is gone, before it makes a palace and git calls it no repository', async () => {
    const { indexer, requests, opened } = setUp({ demandFolders: () => Promise.reject(new Error('/w is gone')) });
    await expect(indexer.index(['/w'], { all: true }, {})).rejects.toThrow('/w is gone');
    expect({ requests, opened: opened() }).toEqual({ requests: [], opened: 0 });
  });

  it('by itself takes the days of the setting and says that nobody asked', async () => {
    const { indexer, requests, logged } = setUp();
    await indexer.indexByItself(['/w', '/v'], never);
    expect(requests).toEqual([
      { repo_path: '/w', days: 3, automatic: true },
      { repo_path: '/v', days: 3, automatic: true },
    ]);
    expect(logged).toEqual([
      'debug: Commits of /w: 2 indexed, 1 known',
      'debug: Commits of /v: 2 indexed, 1 known',
    ]);
  });

  it('makes a palace for the last seven days of a repository that has none yet, and says so once', async () => {
    const memento = mementoOf();
    const first = setUp({ state: absent, memento });
    await first.indexer.indexByItself(['/w', '/v'], never);
    expect(first.asked).toEqual(['/w 7', 'prepare']);
    expect(first.requests).toEqual([
      { repo_path: '/w', days: 7, automatic: true },
      { repo_path: '/v', days: 7, automatic: true },
    ]);
    expect(first.note.shown).toEqual({ commits: 4, days: 7 });

    const next = setUp({ memento });
    await next.indexer.indexByItself(['/w'], never);
    expect(next.note.shown).toEqual({ commits: 4, days: 7 });
    next.note.hide();
    expect(next.note.shown).toBeNull();

    const afterDeletion = setUp({ state: absent, memento });
    await afterDeletion.indexer.indexByItself(['/w'], never);
    expect(afterDeletion.opened()).toBe(0);
  });

  it('adds the first commits of a submodule, which the editor finds later, to those that it tells of', async () => {
    const memento = mementoOf();
    const { indexer, requests, note } = setUp({ state: absent, memento });
    await Promise.all([indexer.indexByItself(['/w'], never), indexer.indexByItself(['/w/library'], never)]);
    expect(note.shown).toEqual({ commits: 4, days: 7 });
    await indexer.indexByItself(['/w/library'], never);
    expect(note.shown).toEqual({ commits: 4, days: 7 });
    expect(requests.map(({ repo_path: folder, days }) => [folder, days])).toEqual([
      ['/w', 7],
      ['/w/library', 7],
      ['/w/library', 3],
    ]);
    note.hide();
    await indexer.indexByItself(['/w/second'], never);
    expect(note.shown).toBeNull();

    const opened = setUp();
    await opened.indexer.indexByItself(['/w', '/v'], never);
    expect(opened.note.shown).toEqual({ commits: 4, days: 3 });
  });

  it.each([
    ['the setting is off', { enabled: false }],
    ['the setting is off and there is no palace', { enabled: false, state: absent }],
    ['the workspace without a palace is not trusted', { trusted: false, state: absent }],
    ['there is neither a palace nor a recent commit', { recent: false, state: absent }],
    ['the palace was deleted before any commit was indexed', { deleted: true, state: absent }],
  ])('by itself does nothing where %s', async (_, changes) => {
    const { indexer, opened } = setUp(changes);
    await indexer.indexByItself(['/w'], never);
    expect(opened()).toBe(0);
  });

  it('by itself goes on with the next repository after a failure, and is silent where there is none', async () => {
    const { indexer, requests, logged } = setUp({
      answer: ({ repo_path: folder }) => {
        if (folder === '/broken') throw new Error('disk');
        return report({ indexed: 0, duplicates: 0, outcome: 'not_a_repository', reason: 'not a git repository' });
      },
    });
    await indexer.indexByItself(['/broken', '/none'], never);
    expect(requests).toHaveLength(2);
    expect(logged.map((line) => line.split(':')[0])).toEqual(['warn', 'debug']);
  });

  it('on request adds up several repositories and keeps the reason of the one that could not be read', async () => {
    const { indexer, requests } = setUp({
      answer: ({ repo_path: folder }) =>
        folder === '/b'
          ? report({ indexed: 0, duplicates: 0, outcome: 'damaged', reason: 'why' })
          : folder === '/c'
            ? report({ indexed: 0, duplicates: 0, outcome: 'not_a_repository', reason: 'not a git repository' })
            : report(),
    });
    expect(await indexer.index(['/a', '/b', '/c'], { days: 30 }, {})).toEqual(
      report({ outcome: 'damaged', reason: 'why', elapsed_ms: 15 }),
    );
    expect(await indexer.index(['/a', '/c'], { days: 30 }, {})).toEqual(report({ elapsed_ms: 10 }));
    expect(await indexer.index(['/c', '/a'], { days: 30 }, {})).toEqual(report({ elapsed_ms: 10 }));
    expect(requests[0]).toEqual({ repo_path: '/a', days: 30 });
    await expect(indexer.index([], { all: true }, {})).rejects.toMatchObject({ code: 'E_FOLDER_UNREADABLE' });
  });
});

describe('the repositories of a workspace', () => {
  it('are those in its folders and around them, and each folder that none of them holds', () => {
    expect(repositoriesOf(['/w/app', '/v'], ['/w', '/w/app/lib', '/elsewhere'])).toEqual([
      '/w',
      '/w/app/lib',
      '/v',
    ]);
    expect(repositoriesOf(['/w'], [])).toEqual(['/w']);
    expect(repositoriesOf(['/w'], ['/w/inner', '/w/inner'])).toEqual(['/w/inner', '/w']);
    expect(belongsTo(['/w/app'], '/w/application')).toBe(false);
    expect(['/w', '/w/app', '/w/app/lib', '/w/other'].filter((root) => isNested(['/w/app'], root))).toEqual([
      '/w/app/lib',
    ]);
  });
});

describe('a commit in the editor', () => {
  const sha = '1a2b3c4'.padEnd(40, '0');
  const commit = drawerOf(1, {
    type: 'git_commit',
    room: 'git',
    source_file: 'harbor.git',
    text: '[main] Berths are counted once\n\nTwice was wrong.\nFiles: a.ts (+4/-1)',
    lines: null,
    tags: ['note', `sha:${sha}`],
    properties: {
      author: 'Ilse\nBrandt',
      author_email: 'ilse@example.invalid',
      author_date: '1767225600 +0130',
      parents: 'p',
      branch: 'main',
      repository: '/src/harbor',
    },
  });

  it('is known by its subject, its hash and its day', () => {
    expect(drawerLabel(commit, english)).toBe('Berths are counted once');
    expect(drawerDescription(commit, english)).toContain('1a2b3c4 · ');
    const { label, detail } = hitText(
      hitOf(1, { type: 'git_commit', text: commit.text, source_file: 'app.git', room: 'git' }),
      ['twice', 'wrong'],
      english,
    );
    expect(label).toBe('Berths are counted once');
    expect(detail).toMatch(/^app › git · filed /);
  });

  it('is not looked for among the files: it does not change', async () => {
    const told: unknown[] = [];
    await tellFreshness(
      [hitOf(1, { type: 'git_commit', source_file: 'harbor.git' })],
      () => Promise.resolve(null),
      { tell: (states) => told.push(...states), unread: () => undefined },
      never,
    );
    expect(told).toEqual([{ drawerId: 'drawer_1', freshness: 'noFile' }]);
  });

  it('has its hash in a tag, whole', () => {
    expect(commitHash(commit)).toBe(sha);
    expect(commitHash({ ...commit, tags: ['sha:1a2b3c4d5e6f'] })).toBeNull();
    expect(commitHash({ ...commit, type: 'file' })).toBeNull();
  });

  it('reads as a document with its author’s own time above the text', () => {
    expect(commitDocument(commit, english)).toBe(
      [
        `Commit: ${sha}`,
        'Author: Ilse Brandt <ilse@example.invalid>',
        'Date: 2026-01-01 01:30:00 +0130',
        'Parents: p',
        'Branch: main',
        'Repository: /src/harbor',
        '',
        '[main] Berths are counted once',
        '',
        'Twice was wrong.',
        'Files: a.ts (+4/-1)',
        '',
      ].join('\n'),
    );
    expect(commitDocument({ ...commit, tags: [], properties: {} }, english)).toContain(
      'Date: 2026-01-02T00:00:00.000Z',
    );
  });

  it.each([
    [report(), '2 commits indexed, 1 known before.', 'indexed'],
    [report({ indexed: 0, duplicates: 0 }), 'No commit on this branch is from the last 30 days.', 'outside'],
    [
      report({ indexed: 0, duplicates: 0, outcome: 'not_a_repository' }),
      'This workspace is not a Git repository.',
      'failed',
    ],
    [
      report({ outcome: 'damaged', reason: 'why' }),
      '2 commits indexed, 1 known before. Git could not read everything: why.',
      'indexed',
    ],
    [
      report({
        reason: 'the clone is shallow',
        skipped: 1,
        incomplete: [{ sha: '0123456789abcdef', filed: false, reason: 'its message is over 1 MiB' }],
      }),
      '2 commits indexed, 1 known before, 1 skipped (0123456: its message is over 1 MiB). The clone is shallow: its older history is not here.',
      'indexed',
    ],
    [
      report({
        without_files: 4,
        incomplete: ['aaaaaaa1', 'bbbbbbb2', 'ccccccc3', 'ddddddd4'].map((sha) => ({
          sha,
          filed: true,
          reason: 'why',
        })),
      }),
      '2 commits indexed, 1 known before, 4 without their files (aaaaaaa, bbbbbbb, ccccccc, …: why).',
      'indexed',
    ],
  ])('tells what indexing came to: %j', (given, text, outcome) => {
    expect(indexedText(given, { days: 30 }, english)).toEqual({ text, outcome });
  });

  it('tells why in the display language', () => {
    const texts: Readonly<Record<string, string>> = german;
    const localiser = {
      ...english,
      t: (text: string, ...values: (string | number | boolean)[]) => english.t(texts[text] ?? text, ...values),
    };
    const given = report({
      skipped: 1,
      incomplete: [{ sha: '0123456789abcdef', filed: false, reason: 'its message is over 1 MiB' }],
    });
    expect(indexedText(given, { days: 30 }, localiser).text).toContain(
      '(0123456: die Nachricht ist größer als 1 MiB)',
    );
    const refused = report({ indexed: 0, duplicates: 0, outcome: 'out_of_memory' });
    expect(
      indexedText({ ...refused, reason: 'git needed more memory than it may use' }, { days: 30 }, localiser).text,
    ).toBe('Git konnte nicht alles lesen: Git brauchte mehr Speicher als erlaubt.');
  });
});
