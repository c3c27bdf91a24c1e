import { expect, it } from 'vitest';
import { eraseReachText } from '../../../../extension/cli/output/eraseReachText.ts';

it('what erasing would reach is not said to be erased: it is also listed by a dry run, and before the question', () => {
  const text = eraseReachText({
    drawers: [
      {
        ...{ drawer_id: 'd1', why: 'asked', type: 'insight', source_file: null, archived: false },
        ...{ text_start: 'Tokens rotate.', returns: false },
      },
    ],
    ...{ come_back: [], plans: ['plan-1'], queries: 2, backups: 1, other_copies: 1, quoted_in: [] },
  });
  expect(text).not.toMatch(/^(?:Erased|Removed|Replaced)/m);
  expect(text.split('\n').slice(0, 6)).toEqual([
    'To be erased for good, with vectors, index entries, tags and uses: 1 drawer',
    '  d1  insight  Tokens rotate.',
    'With them: 1 plan (plan-1)',
    'From the log: 2 searches with their words or with them among the results',
    'To be replaced by a new one without them: 1 backup',
    'Other copies: 1 file that a repair or an interrupted run had kept',
  ]);
});
