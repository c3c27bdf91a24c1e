import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commitText } from '../../../../../extension/palace/mining/git/commitDrawer.ts';
import { filesOfCommit } from '../../../../../extension/palace/model/source/filesOfCommit.ts';
import { runs } from '../../../../fixtures/testSize.ts';

it.each([
  [
    '[main] Count the berths once\nFiles: src/berth.ts, docs/tide.md (+45/-12)',
    ['src/berth.ts', 'docs/tide.md'],
    2,
  ],
  ['[main] Move the quay\n\nAll of it.\nFiles: a.ts, b.ts … and 30 more (+1/-0)', ['a.ts', 'b.ts'], 32],
  ['[main] Merge\nFiles: a.ts', ['a.ts'], 1],
  ['[main] A merge without files', [], 0],
  ['[main] Subject\nFiles: named.ts\n\nin the message, not the list of a commit', [], 0],
  ['Files: only.ts', [], 0],
])('reads the last line of %j', (text, names, count) => {
  expect(filesOfCommit(text)).toEqual({ names, count });
});

it('knows how many files a commit changed whose text names none', () => {
  expect(filesOfCommit('[main] Sort\nFiles: 23 in all (+1/-0)')).toEqual({ names: [], count: 23 });
});

it('reads what a commit’s text says, whatever its message says', () => {
  const name = fc
    .stringMatching(/^[\w./ ()+…-]{1,20}$/u)
    .filter((text) => text.trim() === text && !/, | … and \d+ more| \(\+\d/u.test(text));
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(name, { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 40 }),
      fc.option(fc.tuple(fc.nat(), fc.nat()), { nil: null }),
      (message, names, more, lines) => {
        const text = commitText(
          {
            message,
            files: {
              names,
              count: names.length + more,
              added: lines?.[0] ?? null,
              deleted: lines?.[1] ?? null,
              renames: [],
            },
          },
          'main',
        );
        expect(filesOfCommit(text)).toEqual({ names, count: names.length + more });
      },
    ),
    { numRuns: runs(200) },
  );
});
