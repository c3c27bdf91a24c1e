import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { contradictionsOf } from '../../../../../extension/palace/memory/summaries/contradictions.ts';
import { extractiveSummary } from '../../../../../extension/palace/memory/summaries/extractiveSummary.ts';
import { underStanding } from '../../../../../extension/palace/memory/summaries/standingLine.ts';

/** Oldest first. */
const statements = (texts: readonly string[], isDecision = false) =>
  texts.map((text, i) => ({ id: `d${i}`, text, isDecision }));
const found = (texts: readonly string[], isDecision = false): string[] =>
  contradictionsOf(statements(texts, isDecision)).found.map(
    ({ kind, drawer_id: older, says, newer_id: newer, newer_says: now }) =>
      `${kind}: ${newer} ${now}, not ${older} ${says}`,
  );

describe('contradictions', () => {
  it('are other numbers and dates in the same place', () => {
    expect(
      found([
        'The gateway allows 100 requests a minute per client, decided in spring.',
        'The gateway allows 140 requests a minute per client.',
        'The gateway allows 300 requests a minute per client since the new balancer.',
      ]),
    ).toEqual(['number: d2 300, not d0 100', 'number: d2 300, not d1 140']);
    expect(
      found(['The freeze begins on 2026-03-01 for all teams.', 'The freeze begins on 2026-04-01 for all teams.']),
    ).toEqual(['date: d1 2026-04-01, not d0 2026-03-01']);
    expect(found(['The audit is due on 3 March 2026.', 'The audit is due on 9 April 2026.'])).toEqual([
      'date: d1 9 april, not d0 3 march',
    ]);
  });

  it('are a negation, and for decisions another word in one place', () => {
    expect(
      found([
        'The session store is shared between the pods.',
        'The session store is not shared between the pods.',
      ]),
    ).toEqual(['decision: d1 not, not d0 —']);
    const stores = [
      'We keep the sessions of the gateway in Postgres.',
      'We keep the sessions of the gateway in Redis.',
    ];
    expect(found(stores, true)).toEqual(['decision: d1 redis, not d0 postgres']);
    expect(found(stores)).toEqual([]);
  });

  it('are not what is said of different things', () => {
    expect(
      found([
        'The race test fails in the build, about 1 run in 40.',
        'The race test fails in the build, seen in run 88121.',
        'The crane lifts 40 tons.',
      ]),
    ).toEqual([]);
    expect(found(['The gateway allows 100 requests a minute per client.'])).toEqual([]);
  });

  it('put the newest first in an extract, whatever else it takes', () => {
    const texts = [
      'The gateway allows 100 requests a minute per client. It was asked for by two clients.',
      'Requests above the limit wait in a bucket.',
      'The gateway allows 300 requests a minute per client.',
    ];
    const { leads } = contradictionsOf(statements(texts));
    const { text } = extractiveSummary(
      texts.map((each, i) => ({ id: `d${i}`, text: each })),
      new Analyser(),
      leads,
    );
    expect(text.startsWith('The gateway allows 300 requests a minute per client.')).toBe(true);
  });
});

describe('the line that says what replaced a summary’s drawers', () => {
  const by = { id: 'limit-now', filedAt: '2026-02-27T10:00:00Z', title: 'The limit is 500 [a minute]' };
  it('comes first, once, and is put right where somebody changed it', () => {
    const once = underStanding('Older limits were 100 and 140.', by);
    expect(once).toBe(
      '[Replaced by limit-now of 2026-02-27: The limit is 500  a minute ]\nOlder limits were 100 and 140.',
    );
    expect(underStanding(once, by)).toBe(once);
    expect(underStanding('[Replaced by nobody]\n\nOlder limits were 100 and 140.', by)).toBe(once);
    expect(underStanding(once, null)).toBe('Older limits were 100 and 140.');
    expect(underStanding('Text.', { ...by, title: null })).toBe('[Replaced by limit-now of 2026-02-27]\nText.');
  });
});

it('a word of a million points says nothing else', () => {
  // What takes time by the square of this never ends.
  const points = '.'.repeat(2 ** 20);
  const statement = (id: string, text: string) => ({ id, text, isDecision: false });
  const texts = [`The crane lifts 40 tonnes a${points}b\n`, `The crane lifts 50 tonnes a${points}b\n`];
  expect(contradictionsOf(texts.map((text, i) => statement(`d${i}`, text))).found.map(({ kind }) => kind)).toEqual(
    ['number'],
  );
});
