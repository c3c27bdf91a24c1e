// In one file: every test uses the same repositories, which are built once and take longest.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { indexCommits, type CommitIndexOptions } from '../../../extension/palace/mining/git/indexCommits.ts';
import { usualLimits } from '../../../extension/palace/mining/git/gitSession.ts';
import type { CommitIndexRequest } from '../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { size } from '../../fixtures/testSize.ts';

const fixtures = path.resolve('test/fixtures/git');
const manifestSchema = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      what: z.string(),
      outcome: z.string(),
      commits: z.number().optional(),
      reason: z.string().optional(),
    }),
  ),
});
const { cases } = manifestSchema.parse(JSON.parse(readFileSync(path.join(fixtures, 'manifest.json'), 'utf8')));

/** Why the repositories can't be built here, or null. */
const missing = ((): string | null => {
  if (process.platform === 'win32') return 'the repositories are built by a bash script';
  if (/[\s'"\\$]/.test(tmpdir()))
    return 'the folder for temporary files has a name in which the hostile programs would not start';
  const version = spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  if (major < 2 || (major === 2 && minor < 38)) return 'git 2.38 or newer is needed to build the repositories';
  return spawnSync('bash', ['--version']).status === 0 ? null : 'there is no bash';
})();

/** Commits of the longest repository. */
const manyCommits = size('SYNAPSE_GIT_COMMITS', 2500, 10_000);

let root = '';
const markers = (): string[] => readdirSync(path.join(root, '.markers'));
const pwned = (name: string): boolean =>
  existsSync(path.join(root, name, 'pwned')) || existsSync(path.join(root, name, 'touch pwned'));

const openStore = () =>
  openPalaceStore({ folder: path.join(temporaryFolder(), 'palace'), sqliteWasm, clock: () => new Date() });
const index = (
  store: PalaceStore,
  name: string,
  request: Partial<CommitIndexRequest> = { all: true },
  options: Partial<CommitIndexOptions> = {},
) =>
  indexCommits(
    store,
    { repo_path: path.join(root, name), ...request },
    {
      // What the editor was started with in a hostile folder: its own programs first.
      env: {
        HOME: path.join(root, '.home'),
        PATH: `.:node_modules/.bin:${root}/${name}:${root}/${name}/tools:${process.env['PATH']}`,
      },
      clock: () => new Date('2026-02-01T00:00:00Z'),
      limits: { ...usualLimits, silenceMs: name === 'fifo-in-git' ? 1500 : 600_000, mostBytes: 1 << 28 },
      ...options,
    },
  );
/** All history of a repository, into a palace of its own. */
const indexAll = async (
  name: string,
  request?: Partial<CommitIndexRequest>,
  options?: Partial<CommitIndexOptions>,
) => {
  const store = await openStore();
  try {
    const report = await index(store, name, request, options);
    const drawers = store.read.scanDrawers(0, 20_000);
    return {
      report,
      drawers,
      texts: drawers.map(({ text }) => text),
      tags: drawers.flatMap(({ id }) => store.read.tagsOf([id]).get(id) ?? []),
      properties: drawers.map(({ id }) => store.read.propertiesOf(id)),
    };
  } finally {
    await store.close();
  }
};

describe.skipIf(missing !== null)(
  `indexing hostile and odd repositories${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    beforeAll(() => {
      root = realpathSync(mkdtempSync(path.join(tmpdir(), 'hostile-')));
      mkdirSync(path.join(root, '.home'));
      execFileSync('bash', [path.join(fixtures, 'make-hostile-repos.sh'), root], {
        stdio: 'pipe',
        env: { ...process.env, HOSTILE_COMMITS: String(manyCommits) },
      });
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    it('is tested with every repository that is built', () => {
      const built = readdirSync(root)
        .filter((name) => !name.startsWith('.'))
        .sort();
      expect(cases.map(({ name }) => name).sort()).toEqual(built);
    });

    // Indexing thousands of commits costs as much as all others: one test does it, where it is stopped and goes on.
    it.each(cases.filter(({ name }) => name !== 'many-commits'))(
      'runs no program of $name ($what), and ends as expected',
      async ({ name, outcome, commits, reason }) => {
        // Without root, the folder of another user can't be made: it is one's own, and as hostile.
        const foreseen = name === 'other-owner' && process.getuid?.() !== 0 ? 'indexed' : outcome;
        const { report, drawers } = await indexAll(name);
        expect(markers()).toEqual([]);
        expect(pwned(name)).toBe(false);
        expect(report.outcome).toBe(foreseen);
        if (foreseen === 'indexed' && commits !== undefined) expect(report.indexed).toBe(commits);
        else if (foreseen !== 'indexed') expect(report.reason).toContain(reason ?? '');
        expect(drawers).toHaveLength(report.indexed);
      },
    );

    it('reads a repository alike even if its configuration and .mailmap change what git prints', async () => {
      const { texts, properties } = await indexAll('log-format-config');
      expect(texts).toEqual([
        '[main] config changes what git log prints\nFiles: .mailmap (+1/-0)',
        '[main] second: a is 2\nFiles: README.md, src/a.ts (+2/-1)',
        '[main] first: a\nFiles: src/a.ts (+1/-0)',
      ]);
      expect(properties.every(({ author }) => author === 'Ilse Brandt')).toBe(true);
    });

    it('files renames by the new name, counts binary files as no lines, and leaves empty commits without files', async () => {
      const { texts } = await indexAll('changes');
      expect(texts.map((text) => text.replace('[main] ', ''))).toEqual([
        'empty commit',
        'one 300 kB line\nFiles: huge.txt (+1/-0)',
        'type change: link to file\nFiles: link (+1/-1)',
        'delete\nFiles: gone.txt (+0/-1)',
        'binary change\nFiles: zero.bin (+0/-0)',
        'mode change only\nFiles: run.sh (+0/-0)',
        'copy\nFiles: copy.ts (+51/-0)',
        'rename with an edit\nFiles: new name.ts (+1/-0)',
        'base for changes\nFiles: bin.dat, gone.txt, link, old/name.ts, run.sh, zero.bin (+54/-0)',
      ]);
    });

    it('keeps file names and messages as they are, whatever stands in them', async () => {
      const names = (await indexAll('odd-names')).texts.join('\n');
      for (const name of [
        'a => b.txt',
        '{x => y}.txt',
        'back\\slash.txt',
        'bad-utf8-\ufffd\ufffd.txt',
        '"new\\nline.txt"',
        'ünï-日本-🗼.txt',
        'nfd-e\u0301.txt',
      ])
        expect(names).toContain(name);
      const { texts } = await indexAll('odd-subjects');
      for (const text of [
        'record separators \x1e \x1f \x1d and \x01\x02 controls \x7f',
        'carriage\rreturn overwrites\r\n\r\nbody with\r\ncrlf lines',
        'café in latin-1',
        '日本語 in Shift_JIS',
        '[main] Files: a.ts, b.ts (+1/-1)\n\nimitates the stored form',
        'subject\nthat goes on in the second line\nand the third\n\nbody',
        'L'.repeat(100_000),
      ])
        expect(texts.some((stored) => stored.startsWith('[main] ') && stored.includes(text))).toBe(true);
    });

    it('names fifty files of twenty thousand', async () => {
      const { texts } = await indexAll('many-files');
      expect(texts[0]).toMatch(/ … and 19950 more \(\+20000\/-0\)$/);
    });

    it('dates commits by their author’s clock, and takes the committer’s or none where that can’t be read', async () => {
      const dated = (await indexAll('future-and-past-dates')).drawers.map(({ filedAt }) => filedAt);
      expect(dated).toEqual(
        expect.arrayContaining([
          '2100-01-01T00:00:00.000Z',
          '1970-01-01T00:00:00.000Z',
          '2023-11-14T22:13:20.000Z',
        ]),
      );
      const odd = (await indexAll('bad-dates')).drawers.map(({ filedAt }) => filedAt);
      // A zone of +9999, none at all, no number, a second before 1970, and the year 3170843.
      expect(odd).toEqual([
        '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z',
        '1970-01-01T00:00:00.000Z',
        '1969-12-31T23:59:59.000Z',
        '1970-01-01T00:00:00.000Z',
      ]);
    });

    it('names the branch, a detached head by its commit', async () => {
      expect((await indexAll('detached-head')).texts).toEqual([
        '[detached 85000c5] first: a\nFiles: src/a.ts (+1/-0)',
      ]);
      expect((await indexAll('dash-branches')).texts[0]).toMatch(/^\[--output=pwned\] second/);
      expect((await indexAll('odd-branch')).texts[0]).toMatch(/^\[feature\/ünï-日本-🗼\] on a unicode branch/);
    });

    it('knows a linked worktree for the same repository', async () => {
      const store = await openStore();
      expect(await index(store, 'worktree-main')).toMatchObject({ indexed: 2, duplicates: 0 });
      expect(await index(store, 'worktree-linked')).toMatchObject({ indexed: 1, duplicates: 2 });
      expect(store.read.sources('git').map(({ path: name }) => name)).toEqual(['worktree-main.git']);
      expect(new Set(store.read.scanDrawers(0, 10).map(({ wing }) => wing))).toEqual(new Set(['worktree-main']));
      await store.close();
    });

    it('takes a folder within a repository for that repository, a submodule and a nested one for themselves', async () => {
      expect((await indexAll('plain/src')).report.indexed).toBe(2);
      expect((await indexAll('submodule/lib/dep')).drawers[0]).toMatchObject({
        wing: 'dep',
        sourceFile: 'dep.git',
      });
      expect((await indexAll('nested/inner')).report.indexed).toBe(1);
      // From inside a bare repository that was committed, git by itself would take that one and its configuration.
      expect((await indexAll('embedded-bare/docs/store/objects')).report.indexed).toBe(3);
      expect(markers()).toEqual([]);
    });

    it('says that a shallow clone’s history is cut off', async () => {
      expect((await indexAll('shallow')).report).toMatchObject({
        outcome: 'indexed',
        indexed: 1,
        reason: expect.stringContaining('shallow'),
      });
    });

    it('files names without numbers where a partial clone has no contents, and fetches nothing', async () => {
      expect((await indexAll('cfg-promisor-ext')).texts).toEqual([
        '[main] second: a is 2\nFiles: README.md, src/a.ts',
        '[main] first: a\nFiles: src/a.ts',
      ]);
      expect(markers()).toEqual([]);
    });

    it('tags a repository of SHA-256 objects with their whole hash', async () => {
      for (const tag of (await indexAll('sha256-objects')).tags) expect(tag).toMatch(/^sha:[0-9a-f]{64}$/);
    });

    it('reads another branch, a remote one and a tag by name, and refuses what is none', async () => {
      expect((await indexAll('worktree-main', { all: true, branch: 'linked' })).texts[0]).toMatch(
        /^\[linked\] in the linked/,
      );
      expect((await indexAll('shallow', { all: true, branch: 'origin/main' })).report.indexed).toBe(1);
      expect((await indexAll('many-refs', { all: true, branch: 't7' })).texts).toEqual([
        '[t7] one\nFiles: a (+1/-0)',
      ]);
      expect((await indexAll('plain', { branch: 'gone' })).report).toMatchObject({
        indexed: 0,
        outcome: 'no_such_branch',
        reason: 'there is no branch “gone”',
      });
      for (const branch of [
        '-n1',
        '--output=pwned',
        'main^{/x}',
        'main..HEAD',
        'a b',
        '',
        '@{-1}',
        'main:src',
        '*',
      ])
        await expect(indexAll('dash-branches', { branch })).rejects.toMatchObject({ code: 'E_USAGE' });
      await expect(indexAll('plain', { repo_path: '-plain' })).rejects.toMatchObject({ code: 'E_USAGE' });
      expect(pwned('dash-branches')).toBe(false);
    });

    it('lists the days asked for and adds nothing when asked again, not even a revision', async () => {
      const store = await openStore();
      // The two commits of “plain” are of 02:00 and 03:00 on 1 January 2026.
      const lately = (hours: number) =>
        index(store, 'plain', { days: 1 }, { clock: () => new Date(Date.UTC(2026, 0, 2, hours)) });
      expect(await lately(2 + 24)).toMatchObject({ indexed: 0, outcome: 'indexed', reason: null });
      expect(await lately(1)).toMatchObject({ indexed: 2, duplicates: 0 });
      const { revision } = store;
      expect(await lately(1)).toMatchObject({ indexed: 0, duplicates: 2 });
      expect(store.revision).toBe(revision);
      await store.close();
    });

    it('reaches back as far as it is asked to, also to before 1973 and 1970', async () => {
      const store = await openStore();
      expect(await index(store, 'plain', { days: 20_000 })).toMatchObject({ indexed: 2, duplicates: 0 });
      expect(await index(store, 'plain', { days: 36_500 })).toMatchObject({ indexed: 0, duplicates: 2 });
      await store.close();
    });

    it('keeps what was indexed by itself for good once somebody asks for the history', async () => {
      const store = await openStore();
      await index(store, 'plain', { days: 100, automatic: true });
      expect(store.read.scanDrawers(0, 9).map(({ tier }) => tier)).toEqual(['ephemeral', 'ephemeral']);
      expect(await index(store, 'plain', { all: true })).toMatchObject({ indexed: 0, duplicates: 2 });
      const after = store.read.scanDrawers(0, 9);
      expect(after.map(({ tier }) => tier)).toEqual(['working', 'working']);
      for (const { id } of after) expect(store.read.propertiesOf(id)).toMatchObject({ asked_for: 'true' });
      const { revision } = store;
      await index(store, 'plain', { all: true });
      expect(store.revision).toBe(revision);
      await store.close();
    });

    it('runs nothing of thousands of commits, stops where it is cancelled, keeps what was committed, and goes on from there', async () => {
      const store = await openStore();
      const abort = new AbortController();
      const totals = new Set<number | null>();
      await expect(
        index(
          store,
          'many-commits',
          { all: true },
          {
            signal: abort.signal,
            onProgress: ({ done, total }) => {
              totals.add(total);
              if (done > 300) abort.abort();
            },
          },
        ),
      ).rejects.toMatchObject({ code: 'E_CANCELLED' });
      expect([...totals]).toEqual([manyCommits]);
      const kept = store.read.scanDrawers(0, 20_000).length;
      expect(kept).toBeGreaterThan(0);
      expect(await index(store, 'many-commits')).toMatchObject({
        outcome: 'indexed',
        indexed: manyCommits - kept,
        duplicates: kept,
      });
      expect(store.read.scanDrawers(0, 20_000)).toHaveLength(manyCommits);
      expect(markers()).toEqual([]);
      expect(pwned('many-commits')).toBe(false);
      await store.close();
    });

    it('marks a commit sensitive whose message holds a secret', async () => {
      const folder = path.join(root, '.with-secret');
      mkdirSync(folder);
      const secret = `postgres://harbour:${'q7Zr!kP2vX9w'}@db.internal/berths`;
      const git = (...words: string[]): void =>
        void execFileSync('git', ['-c', 'user.name=I', '-c', 'user.email=i@example.invalid', ...words], {
          cwd: folder,
          stdio: 'pipe',
        });
      git('init', '-q');
      git('commit', '-q', '--allow-empty', '-m', 'Nothing to hide');
      git('commit', '-q', '--allow-empty', '-m', `Connect to ${secret} for now`);
      const store = await openStore();
      await index(store, '.with-secret');
      const [held, open] = store.read.scanDrawers(0, 9);
      expect([held?.sensitive, open?.sensitive]).toEqual([true, false]);
      expect(
        held === undefined
          ? []
          : store.read
              .findingsOf(held.id)
              .map(({ start, end }) => held.text.slice(start, end))
              .join(),
      ).toContain('q7Zr!kP2vX9w');
      await store.close();
    });

    it('says why when git writes without end', async () => {
      const { report } = await indexAll(
        'many-commits',
        { all: true },
        { limits: { ...usualLimits, silenceMs: 600_000, mostBytes: 100_000 } },
      );
      expect(report).toMatchObject({ outcome: 'too_much' });
      expect(report.indexed).toBeLessThan(manyCommits);
    });

    it.skipIf(process.getuid?.() !== 0)(
      'reads another user’s folder once the user’s own git configuration trusts it, still running nothing (needs root)',
      async () => {
        const home = temporaryFolder();
        const trusting = (folder: string) => {
          writeFileSync(path.join(home, '.gitconfig'), `[safe]\n\tdirectory = ${folder}\n`);
          return indexAll('other-owner', { all: true }, { env: { HOME: home, PATH: process.env['PATH'] } });
        };
        expect((await trusting(path.join(root, 'plain'))).report.outcome).toBe('dubious_ownership');
        expect((await trusting(path.join(root, 'other-owner'))).report).toMatchObject({
          outcome: 'indexed',
          indexed: 2,
        });
        expect(markers()).toEqual([]);
      },
    );

    it('without our protections would run a repository’s programs', () => {
      spawnSync('git', ['log', '-p'], { cwd: path.join(root, 'attr-textconv'), stdio: 'ignore' });
      expect(markers()).toEqual(['attr-textconv']);
      for (const marker of markers()) rmSync(path.join(root, '.markers', marker));
    });
  },
);
