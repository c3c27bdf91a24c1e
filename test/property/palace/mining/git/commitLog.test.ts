import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../../../extension/palace/filing/miningLimits.ts';
import {
  CommitLog,
  CommitLogError,
  type Commit,
  type FileList,
} from '../../../../../extension/palace/mining/git/commitLog.ts';

const mostFileNames = defaultLimits.commit_files;
const hexadecimal = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''));
const sha = fc.oneof(hexadecimal(40), hexadecimal(64));
/** Anything but NUL, record separators and line feeds included. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('\n', '\t', '\x1e', '\x1f', ' ', '\r', '🗼', 'é'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    maxLength: 30,
  })
  .map((value) => value.replaceAll('\0', ''))
  .map((value) => Buffer.from(value, 'utf8').toString('utf8'));
const fileName = text.filter((name) => name !== '');
const date = fc.oneof(
  fc.constant(''),
  fc
    .tuple(fc.integer(), fc.constantFrom('+0000', '-1200', '+9999'))
    .map(([seconds, zone]) => `${seconds} ${zone}`),
);
const change = fc.record({
  name: fileName,
  oldName: fc.option(fileName),
  added: fc.option(fc.nat()),
  deleted: fc.option(fc.nat()),
});
const commit = fc.record({
  sha,
  parents: fc.array(sha, { maxLength: 5 }),
  author: text,
  authorEmail: text,
  authorDate: date,
  committerDate: date,
  encoding: text,
  message: text,
  changes: fc.array(change, { maxLength: mostFileNames + 10 }),
});
type Written = typeof commit extends fc.Arbitrary<infer Value> ? Value : never;

/** As git writes them. */
const written = (commits: readonly Written[], list: FileList): Buffer =>
  Buffer.from(
    commits
      .map((one) => {
        const fields = [
          one.sha,
          one.parents.join(' '),
          one.author,
          one.authorEmail,
          one.authorDate,
          one.committerDate,
          one.encoding,
          one.message,
        ];
        const files = one.changes
          .map(({ name, oldName, added, deleted }) =>
            list === 'names'
              ? `${name}\0`
              : `${added ?? '-'}\t${deleted ?? '-'}\t${oldName === null ? name : `\0${oldName}\0${name}`}\0`,
          )
          .join('');
        return `\0${fields.map((field) => `${field}\0`).join('')}${list === 'none' || files === '' ? '' : `\n${files}`}`;
      })
      .join('\0'),
    'utf8',
  );

const expected = ({ changes, ...rest }: Written, list: FileList): Commit => {
  const files = list === 'none' ? [] : changes;
  const sum = (side: 'added' | 'deleted'): number | null =>
    list === 'numstat' ? files.reduce((total, one) => total + (one[side] ?? 0), 0) : null;
  return {
    ...rest,
    cut: false,
    files: {
      names: files.map(({ name }) => name).slice(0, mostFileNames),
      renames: files
        .slice(0, mostFileNames)
        .flatMap(({ name, oldName }) =>
          list === 'numstat' && oldName !== null ? [{ from: oldName, to: name }] : [],
        ),
      count: files.length,
      added: sum('added'),
      deleted: sum('deleted'),
    },
  };
};

const read = (bytes: Uint8Array, list: FileList, cuts: readonly number[] = []): Commit[] => {
  const log = new CommitLog(list);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const commits = places.slice(1).flatMap((end, index) => log.push(bytes.subarray(places[index], end)));
  const last = log.end();
  return last === null ? commits : [...commits, last];
};
const list = fc.constantFrom<FileList>('numstat', 'names', 'none');

describe('the list of commits that git writes', () => {
  it('is read back as it was, whatever stands in messages and names and however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(commit, { maxLength: 5 }),
        list,
        fc.array(fc.nat(), { maxLength: 8 }),
        (commits, kind, cuts) => {
          expect(read(written(commits, kind), kind, cuts)).toEqual(commits.map((one) => expected(one, kind)));
        },
      ),
    );
  });

  it('gives, when it breaks off anywhere, commits from its start that are whole, and says at the end that it broke off', () => {
    fc.assert(
      fc.property(fc.array(commit, { minLength: 1, maxLength: 3 }), list, fc.nat(), (commits, kind, cut) => {
        const all = written(commits, kind);
        const log = new CommitLog(kind);
        const whole = log.push(all.subarray(0, cut % all.length));
        expect(whole).toEqual(commits.slice(0, whole.length).map((one) => expected(one, kind)));
        let last: Commit | null = null;
        try {
          last = log.end();
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(CommitLogError);
          return;
        }
        // Only where the last commit's list of files could end here as well: it is a commit that was written, to that file.
        if (last !== null) expect(last.sha).toBe(commits[whole.length]?.sha);
      }),
    );
  });

  it('of another form throws its own error and nothing else', () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    const nearly = fc
      .tuple(fc.array(commit, { minLength: 1, maxLength: 3 }), list, fc.nat(), fc.nat({ max: 255 }))
      .map(([commits, kind, at, value]) => {
        const all = written(commits, kind);
        all[at % all.length] = value;
        return Uint8Array.from(all);
      });
    fc.assert(
      fc.property(fc.oneof(bytes, nearly), list, (garbage, kind) => {
        try {
          for (const { sha: found } of read(garbage, kind))
            expect(found).toMatch(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(CommitLogError);
        }
      }),
    );
  });
});
