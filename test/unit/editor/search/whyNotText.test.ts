import { expect, it } from 'vitest';
import { whyNotText } from '../../../../extension/editor/search/whyNotText.ts';
import type { WhyNot } from '../../../../extension/palace/contract/search/searchResult.ts';
import { english } from '../localiser.ts';

const answer = (changes: Partial<WhyNot>): WhyNot => ({
  drawer_id: 'drawer_1',
  title: 'src/1.ts:1',
  rank: null,
  in_scope: true,
  entered_pool: false,
  leg_ranks: {},
  dropped_at: null,
  reason: 'It is below the pool.',
  fixes: [],
  score_at_drop: null,
  ...changes,
});

it('a verdict tells the reason, where each leg has the drawer, and what would bring it in', () => {
  const { message, detail } = whyNotText(
    answer({
      leg_ranks: {
        lexical: { rank: null, matched: 4, depth: 4 },
        dense: { rank: 1200, matched: 5000, depth: 200 },
      },
      fixes: ['Ask for 12 results.'],
    }),
    'fog',
    english,
  );
  expect(message).toBe('src/1.ts:1 is not among the results of “fog”.');
  expect(detail.split('\n')).toEqual([
    'It is below the pool.',
    '',
    'Its ranks',
    '• keyword: not among the 4 that match',
    '• semantic: place 1,200 of 5,000; the search looked at the first 200',
    '',
    'What would bring it in',
    '• Ask for 12 results.',
  ]);
});

it('a drawer that is among the results is said to be, and where', () => {
  const { message, detail } = whyNotText(answer({ rank: 3, reason: 'It is result 3.' }), 'fog', english);
  expect(message).toBe('src/1.ts:1 is result 3 of “fog”.');
  expect(detail).toBe('It is result 3.');
});
