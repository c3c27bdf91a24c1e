import { expect, it } from 'vitest';
import { whyNotText } from '../../../../extension/editor/search/whyNotText.ts';
import type { WhyNot } from '../../../../extension/palace/contract/search/searchResult.ts';
import { english } from '../localiser.ts';
import german from '../../../../l10n/bundle.l10n.de.json' with { type: 'json' };

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
  expect(message).toBe('“src/1.ts:1” is not among the results of “fog”.');
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
  expect(message).toBe('“src/1.ts:1” is result 3 of “fog”.');
  expect(detail).toBe('It is result 3.');
});

it('the reason and what would bring it in are in the display language', () => {
  const texts: Readonly<Record<string, string>> = german;
  const { detail } = whyNotText(
    answer({
      reason: 'Place 12 by score, below the first 10; its score was 0.388.',
      fixes: ['Ask for 12 results: it would be the last of them.'],
    }),
    'fog',
    { ...english, t: (message, ...values) => english.t(texts[message] ?? message, ...values) },
  );
  expect(detail.split('\n')).toEqual([
    'Platz 12 nach Bewertung, hinter den ersten 10; seine Bewertung war 0.388.',
    '',
    'Was es hereinbringen würde',
    '• 12 Ergebnisse verlangen: Es wäre das letzte davon.',
  ]);
});

it.each([
  [0, '• keyword: nothing matches'],
  [1, '• keyword: not the 1 that matches'],
  [2, '• keyword: not among the 2 that match'],
])('a leg with %i matches that lacks the drawer says so', (matched, line) => {
  const { detail } = whyNotText(
    answer({ leg_ranks: { lexical: { rank: null, matched, depth: matched } } }),
    'fog',
    english,
  );
  expect(detail.split('\n')).toContain(line);
});
