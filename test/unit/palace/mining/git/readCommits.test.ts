import { describe, expect, it } from 'vitest';
import type { IncompleteCommit } from '../../../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import type { Commit } from '../../../../../extension/palace/mining/git/commitLog.ts';
import type { GitRefusal } from '../../../../../extension/palace/mining/git/gitOutcome.ts';
import { readCommits } from '../../../../../extension/palace/mining/git/readCommits.ts';

const hashOf = (n: number): string => n.toString(16).padStart(40, '0');
const outOfMemory: GitRefusal = { outcome: 'out_of_memory', reason: 'too large' };

/** A history of so many commits, of which git can't compare some with their parents. */
const history = (count: number, costly: ReadonlySet<number>) => {
  const all = Array.from({ length: count }, (_, n) => hashOf(n));
  const runs: string[] = [];
  const taken = new Map<string, Commit>();
  const incomplete: IncompleteCommit[] = [];
  const entry = (sha: string, list: string): string =>
    `\0${[sha, '', 'Ilse', 'i@example.invalid', '1767225600 +0000', '1767225600 +0000', '', `commit ${sha}`].join('\0')}\0${
      list === 'none' ? '' : `\n${list === 'numstat' ? '1\t0\t' : ''}a.md\0`
    }`;
  const session = {
    async read(args: readonly string[], onOutput: (bytes: Uint8Array) => Promise<void> | void) {
      if (args[0] === 'rev-list') {
        await onOutput(Buffer.from(all.map((sha) => `1767225600 ${sha}\n`).join('')));
        return null;
      }
      const list = args.includes('--numstat') ? 'numstat' : args.includes('--name-only') ? 'names' : 'none';
      const named = args.filter((word) => /^[0-9a-f]{40}$/.test(word));
      const wanted = named.length > 0 ? named : all;
      runs.push(`${list} ${wanted.length}`);
      const end = list === 'none' ? -1 : wanted.findIndex((sha) => costly.has(Number.parseInt(sha, 16)));
      const printed = end < 0 ? wanted : wanted.slice(0, end);
      await onOutput(Buffer.from(printed.map((sha) => entry(sha, list)).join('\0')));
      return end < 0 ? null : outOfMemory;
    },
    ask: () => Promise.resolve(outOfMemory),
  };
  const read = () =>
    readCommits(session, { reference: 'HEAD', since: null }, 50, {
      take: async (commits) => commits.forEach((commit) => taken.set(commit.sha, commit)),
      has: (sha) => taken.has(sha),
      incomplete: (commit) => void incomplete.push(commit),
    });
  return { read, runs, taken, incomplete };
};

describe('reading commits that git can’t compare', () => {
  it('takes all others with their files, and does not start git much more often for it', async () => {
    const { read, runs, taken, incomplete } = history(1000, new Set([150, 300, 301]));
    expect(await read()).toBeNull();
    expect(taken.size).toBe(1000);
    expect(incomplete).toEqual([150, 300, 301].map((n) => ({ sha: hashOf(n), filed: true, reason: 'too large' })));
    for (const [sha, { files }] of taken)
      expect(files.count, sha).toBe(incomplete.some((commit) => commit.sha === sha) ? 0 : 1);
    expect(runs.length).toBeLessThan(20);
  });

  it('reads the rest with less after five, and after five more, and names each commit without files once', async () => {
    const { read, runs, taken, incomplete } = history(
      400,
      new Set(Array.from({ length: 30 }, (_, n) => 10 + 4 * n)),
    );
    expect(await read()).toBeNull();
    expect(taken.size).toBe(400);
    const bare = [...taken].filter(([, { files }]) => files.count === 0).map(([sha]) => sha);
    expect(incomplete.map(({ sha }) => sha).sort()).toEqual(bare.sort());
    expect(runs.length, runs.join()).toBeLessThan(55);
  });
});

it('reads messages that are not UTF-8: of one byte a character, and in UTF-16, which git cuts off at its first zero', async () => {
  const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const written = new Map([
    [hashOf(1), { message: Buffer.from('Größe ändern\n', 'latin1') }],
    [hashOf(2), { message: Buffer.from('Größe prüfen\n', 'utf16le') }],
    [hashOf(3), { message: Buffer.from('\ufeffGröße teilen\n', 'utf16le') }],
    [hashOf(4), { message: swapped('\ufeffGröße finden\n') }],
    [hashOf(5), { message: Buffer.from('wip') }],
    [hashOf(6), { message: Buffer.from('Größe\n') }],
    [hashOf(7), { message: Buffer.from('lang'.repeat(200_000), 'utf16le') }],
    // Without a byte order mark, the commit says what it is. Git may have read all of it as UTF-16.
    [hashOf(8), { message: swapped('Größe messen\n'), encoding: 'UTF-16BE' }],
    [hashOf(9), { message: swapped('Размер изменён\n'), encoding: 'utf-16be' }],
    [hashOf(10), { message: Buffer.from('Размер прежний\n', 'utf16le'), encoding: 'UTF-16LE' }],
    [hashOf(11), { message: swapped('Размер тот же\n'), encoding: 'UTF-16' }],
    [hashOf(12), { message: Buffer.from('Размер иной\n', 'utf16le'), encoding: 'UTF-16' }],
  ]);
  const untilZero = (bytes: Buffer): Buffer =>
    bytes.subarray(0, bytes.includes(0) ? bytes.indexOf(0) : bytes.length);
  const [author, date] = ['Ilse Möwe <i@example.invalid>', '1767225600 +0000'];
  const header = Buffer.from(`tree 1\nauthor ${author} ${date}\ncommitter ${author} ${date}\n\n`);
  const taken: Commit[] = [];
  await readCommits(
    {
      async read([verb, , sha = ''], onOutput) {
        if (verb === 'cat-file') await onOutput(Buffer.concat([header, written.get(sha)?.message ?? header]));
        else
          for (const [i, [id, { message, encoding = '' }]] of [...written].entries()) {
            const read = encoding === '' ? ['Ilse Möwe', 'i@example.invalid', date, date] : ['', '', '', ''];
            await onOutput(Buffer.from(`${i === 0 ? '' : '\0'}\0${[id, '', ...read, encoding, ''].join('\0')}`));
            await onOutput(Buffer.concat([untilZero(message), Buffer.from('\0')]));
          }
        return null;
      },
      ask: () => Promise.resolve(outOfMemory),
    },
    { reference: 'HEAD', since: null },
    50,
    {
      take: async (commits) => void taken.push(...commits),
      has: () => false,
      incomplete: () => undefined,
    },
  );
  expect(taken.map(({ message }) => message)).toEqual([
    'Größe ändern\n',
    'Größe prüfen\n',
    'Größe teilen\n',
    'Größe finden\n',
    'wip',
    'Größe\n',
    'lang'.repeat(200_000).slice(0, 524_227), // what is left of a mebibyte
    'Größe messen\n',
    'Размер изменён\n',
    'Размер прежний\n',
    'Размер тот же\n',
    'Размер иной\n',
  ]);
  const read = { author: 'Ilse Möwe', authorEmail: 'i@example.invalid', authorDate: date, committerDate: date };
  for (const commit of taken) expect(commit).toMatchObject(read);
});
