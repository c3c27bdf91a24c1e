import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../../extension/palace/retrieval/candidates/candidate.ts';
import { supersede } from '../../../../../extension/palace/retrieval/phases/supersede.ts';
import { emptySnapshot } from '../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import { ageGapDays, confidenceOf } from '../../../../../extension/palace/retrieval/phases/replacementPairs.ts';
import { candidate, contextOf, days, deltaOf, hours, ids, now, through } from '../../../../fixtures/candidates.ts';

const likeness =
  (...pairs: readonly (readonly [string, string, number])[]) =>
  (a: Candidate, b: Candidate): number =>
    pairs.find(
      ([x, y]) => (x === a.entry.id && y === b.entry.id) || (y === a.entry.id && x === b.entry.id),
    )?.[2] ?? 0;
const old = candidate({ id: 'old', age: days(60), slot: 0, type: 'decision' });
const mid = candidate({ id: 'mid', age: days(30), slot: 1, type: 'decision' });
const fresh = candidate({ id: 'new', age: 0, slot: 2, type: 'decision' });
const alike = likeness(['old', 'new', 0.95]);
const run = (
  candidates: readonly Candidate[],
  action: 'filter' | 'annotate' | 'demote',
  similarity = alike,
  flags = {},
  snapshot = emptySnapshot,
) => through(supersede, candidates, contextOf({ supersede_action: action, ...flags }, { similarity, snapshot }));

describe('confidence', () => {
  it.each([
    [0.95, 40, 'high'],
    [0.95, 20, 'medium'],
    [0.9, 40, 'medium'],
    [0.9, 10, 'low'],
    [0.99, 10, 'low'],
  ])('of %d after %i days is %s', (similarity, gap, confidence) =>
    expect(confidenceOf(similarity, gap)).toBe(confidence),
  );
  it('counts whole days the same in both directions', () => {
    const later = now + days(6) + hours(1);
    expect([ageGapDays(now, later), ageGapDays(later, now)]).toEqual([6, 6]);
  });
});

describe('superseded drawers', () => {
  it('are marked together with their replacement, without a change of score, if the profile annotates', () => {
    const { candidates } = run([old, fresh], 'annotate');
    expect(candidates.map(({ score }) => score)).toEqual([old.score, fresh.score]);
    expect(candidates[0]?.annotations?.[0]).toMatch(
      /^\[SUPERSEDED\] may be replaced by new \(similarity 0.950, 60 days newer, high confidence\)/,
    );
    expect(candidates[1]?.annotations).toEqual(['Replaces old']);
  });
  it('are left out, with the reason, if the profile filters', () => {
    const { candidates, dropped } = run([old, fresh], 'filter');
    expect(ids(candidates)).toEqual(['new']);
    expect(dropped?.[0]).toMatchObject({
      phase: 'supersede',
      facts: { superseded_by: 'new', confidence: 'high' },
    });
  });
  it('get half the score if the profile demotes', () =>
    expect(deltaOf(run([old, fresh], 'demote').candidates[0], 'supersede')).toBeCloseTo(-0.3, 12));
  it('of low confidence are only marked, never left out or lowered', () => {
    const week = candidate({ id: 'old', age: days(10), type: 'decision' });
    for (const action of ['filter', 'demote'] as const) {
      const { candidates } = run([week, fresh], action);
      expect(ids(candidates)).toEqual(['old', 'new']);
      expect(candidates[0]?.score).toBe(week.score);
    }
  });
  it('are resolved along a chain of replacements to the newest', () => {
    const { candidates } = run(
      [old, mid, fresh],
      'annotate',
      likeness(['old', 'mid', 0.97], ['mid', 'new', 0.96]),
    );
    expect(candidates[0]?.annotations?.[0]).toContain('replaced by new');
    expect(candidates[2]?.annotations).toEqual(['Replaces old, mid']);
  });
  it('say which drawer a likeness and an age are about, if that one is itself replaced', () => {
    const { candidates } = run(
      [old, mid, fresh],
      'annotate',
      likeness(['old', 'mid', 0.97], ['mid', 'new', 0.96], ['old', 'new', 0.41]),
    );
    expect(candidates[0]?.annotations?.[0]).toMatch(/may be replaced by new, by way of mid \(similarity 0\.970, /);
    expect(candidates[1]?.annotations?.[0]).toMatch(/may be replaced by new \(similarity 0\.960, /);
  });
  it('are assigned to the most certain of several replacements, not to the last one found', () => {
    const { candidates } = run(
      [old, mid, fresh],
      'annotate',
      likeness(['old', 'mid', 0.99], ['old', 'new', 0.87]),
    );
    expect(candidates[0]?.annotations?.[0]).toContain('replaced by mid');
  });
  it('need the full gap in days and the threshold’s similarity', () => {
    expect(run([old, fresh], 'filter', alike, { supersede_min_age_gap_days: 61 }).candidates).toHaveLength(2);
    expect(run([old, fresh], 'filter', likeness(['old', 'new', 0.85])).candidates).toHaveLength(2);
  });
  it('are none of those of which somebody said later that nothing had replaced them', () => {
    const said = (daysAgo: number) => ({
      ...emptySnapshot,
      notReplaced: [{ id: 'old', untilMs: now - days(daysAgo) }],
    });
    const alikeAll = likeness(['old', 'mid', 0.97], ['old', 'new', 0.96], ['mid', 'new', 0.95]);
    const found = (daysAgo: number) =>
      run([old, mid, fresh], 'annotate', alikeAll, {}, said(daysAgo)).candidates.map(
        ({ replacedBy }) => replacedBy?.id,
      );
    expect(found(0)).toEqual([undefined, 'new', undefined]);
    // What was filed since may replace it.
    expect(found(30)).toEqual(['new', 'new', undefined]);
  });
  it('never have the same time as their replacement, even without a gap', () =>
    expect(
      run([candidate({ id: 'old', age: 0, type: 'decision' }), fresh], 'annotate', alike, {
        supersede_min_age_gap_days: 0,
      }).candidates.every((c) => c.annotations === undefined),
    ).toBe(true));
  it.each([
    ['another wing', candidate({ id: 'old', wing: 'other', age: days(60), type: 'decision' }), fresh],
    ['another type', candidate({ id: 'old', age: days(60), type: 'issue' }), fresh],
    [
      'the same source',
      candidate({ id: 'old', age: days(60), source: 3 }),
      candidate({ id: 'new', age: 0, source: 3, slot: 2 }),
    ],
    [
      'a history of commits',
      candidate({ id: 'old', age: days(60), type: 'git_commit' }),
      candidate({ id: 'new', age: 0, type: 'git_commit', slot: 2 }),
    ],
    [
      'a summary and what it was made of',
      candidate({ id: 'old', age: days(60), type: 'summary', consolidatedInto: 'new' }),
      candidate({ id: 'new', age: 0, type: 'summary', slot: 2 }),
    ],
  ])('are never found in %s', (_, older, newer) =>
    expect(run([older, newer], 'filter').candidates).toHaveLength(2),
  );
  it('that a person marked are left out whatever their similarity', () => {
    const { candidates } = run(
      [old, fresh],
      'filter',
      () => 0,
      {},
      { ...emptySnapshot, replacements: [{ id: 'old', by: 'new' }] },
    );
    expect(ids(candidates)).toEqual(['new']);
  });
  it('stay, marked, if their replacement is not among the candidates', () => {
    const { candidates } = run(
      [old],
      'filter',
      () => 0,
      {},
      { ...emptySnapshot, replacements: [{ id: 'old', by: 'elsewhere' }] },
    );
    expect(candidates[0]?.annotations?.[0]).toContain('replaced by elsewhere');
  });
  it('that a person marked rank below their replacement, however well they match, with the reason', () => {
    const scored = (id: string, score: number, age: number): Candidate => ({
      ...candidate({ id, age, slot: age === 0 ? 1 : 0, type: 'decision' }),
      score,
    });
    const [best, living] = [scored('old', 2.191, days(60)), scored('new', 2.187, 0)];
    const snapshot = { ...emptySnapshot, replacements: [{ id: 'old', by: 'new', title: 'the newer' }] };
    const [below, above] = run([best, living], 'annotate', () => 0, {}, snapshot).candidates;
    expect(above?.score).toBe(best.score);
    expect(below?.score).toBeCloseTo(0.9 * 2.191, 12);
    expect(below?.events.at(-1)).toMatchObject({
      phase: 'supersede',
      reason: expect.stringMatching(/^replaced by “.+”: × 0.9$/),
    });
    expect(below?.replacedBy).toMatchObject({ id: 'new', marked: true });
  });
  it('that a person marked lend their place to what replaced them, however little that matches', () => {
    const scored = (id: string, score: number, slot: number): Candidate => ({
      ...candidate({ id, age: days(60 - slot), slot, type: 'decision' }),
      score,
    });
    const found = [scored('best', 1.5, 0), scored('old', 1.2, 1), scored('other', 0.4, 2), scored('new', 0, 3)];
    const snapshot = {
      ...emptySnapshot,
      replacements: [
        { id: 'best', by: 'old' },
        { id: 'old', by: 'new' },
      ],
    };
    const ranked = (action: 'annotate' | 'filter', lift: boolean): (string | number)[][] =>
      [...run(found, action, () => 0, { supersede_lift_enabled: lift }, snapshot).candidates]
        .sort((a, b) => b.score - a.score)
        .map(({ entry, score }) => [entry.id, Number(score.toFixed(2))]);
    expect(ranked('annotate', true)).toEqual([
      ['new', 1.5],
      ['best', 1.35],
      ['old', 1.08],
      ['other', 0.4],
    ]);
    expect(ranked('filter', true)).toEqual([
      ['new', 1.5],
      ['other', 0.4],
    ]);
    expect(ranked('annotate', false)[0]).toEqual(['other', 0.4]);
    const lifted = run(found, 'annotate', () => 0, {}, snapshot).candidates.find(
      ({ entry }) => entry.id === 'new',
    );
    expect(lifted?.inPlaceOf?.id).toBe('best');
    expect(lifted?.events.at(-1)).toMatchObject({
      phase: 'supersede',
      delta: 1.5,
      reason: expect.stringMatching(/^in place of “.+”, which it replaces$/),
    });
  });
  it('that only seem to be replaced keep their score, and say so', () => {
    const [older] = run([old, fresh], 'annotate').candidates;
    expect([older?.score, older?.replacedBy?.marked]).toEqual([old.score, false]);
  });
  it('that a person marked are replaced by the marked one, also where that one only seems to be replaced', () => {
    const snapshot = { ...emptySnapshot, replacements: [{ id: 'old', by: 'mid' }] };
    const found = [{ ...old, score: 1.2 }, { ...mid, score: 0.4 }, fresh];
    const chain = likeness(['mid', 'new', 0.95]);
    const ranked = (action: 'annotate' | 'filter' | 'demote', lift: boolean): (string | number)[][] =>
      run(found, action, chain, { supersede_lift_enabled: lift }, snapshot).candidates.map(
        ({ entry, score, replacedBy }) => [
          entry.id,
          Number(score.toFixed(2)),
          replacedBy === undefined ? 'living' : `${replacedBy.id} ${String(replacedBy.marked)}`,
        ],
      );
    const living = ['new', Number(fresh.score.toFixed(2)), 'living'];
    expect(ranked('annotate', true)).toEqual([['old', 1.08, 'mid true'], ['mid', 1.2, 'new false'], living]);
    // Also where both are lowered, the marked one stays below what replaces it.
    expect(ranked('demote', true)).toEqual([['old', 0.54, 'mid true'], ['mid', 0.6, 'new false'], living]);
    expect(ranked('demote', false)).toEqual([['old', 0.18, 'mid true'], ['mid', 0.2, 'new false'], living]);
    expect(ranked('filter', true)).toEqual([living]);
    const [first] = run(found, 'annotate', chain, {}, snapshot).candidates;
    expect(first?.annotations?.[0]).toBe('[SUPERSEDED] replaced by mid (marked as replaced)');
  });
  it('in a circle of marks are not treated as replaced', () => {
    const circle = {
      ...emptySnapshot,
      replacements: [
        { id: 'old', by: 'new' },
        { id: 'new', by: 'old' },
      ],
    };
    expect(ids(run([old, fresh], 'filter', () => 0, {}, circle).candidates)).toEqual(['old', 'new']);
  });
  it('are handled in order of certainty, up to the profile’s limit', () => {
    const { dropped } = run([old, mid, fresh], 'filter', likeness(['old', 'new', 0.99], ['mid', 'new', 0.9]), {
      supersede_max_candidates: 1,
    });
    expect(dropped?.map((drop) => drop.candidate.entry.id)).toEqual(['old']);
  });
  it('are not looked for without vectors', () =>
    expect(run([{ ...old, hasVector: false }, fresh], 'filter').candidates).toHaveLength(2));
  it('cost at most one comparison per pair of the best fifty candidates', () => {
    let asked = 0;
    const many = Array.from({ length: 300 }, (_, i) =>
      candidate({ id: `d${i}`, slot: i, age: days(10 * i), type: 'decision' }),
    );
    run(many, 'annotate', () => (asked++, 0));
    expect(asked).toBe((50 * 49) / 2);
  });
});

describe('the number of replaced drawers that are acted on', () => {
  const olds = Array.from({ length: 20 }, (_, i) =>
    candidate({ id: `old${i}`, age: days(60), slot: i, type: 'decision', wing: `w${i}` }),
  );
  const news = olds.map((_, i) =>
    candidate({ id: `new${i}`, slot: 20 + i, type: 'decision', wing: `w${i}`, age: 0 }),
  );
  const left = (flags = {}) =>
    ids(run([...news, ...olds], 'filter', () => 0.95, flags).candidates).filter((id) => id.startsWith('old'));
  it('is every one by default, and ten of twenty where a profile asks for the RFC’s ten', () => {
    expect(left()).toEqual([]);
    expect(left({ supersede_max_candidates: 10 })).toHaveLength(10);
  });
});
