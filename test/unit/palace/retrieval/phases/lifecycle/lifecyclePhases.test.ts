import { describe, expect, it } from 'vitest';
import {
  association,
  associationFactor,
} from '../../../../../../extension/palace/retrieval/phases/lifecycle/association.ts';
import { decay, decayFactor } from '../../../../../../extension/palace/retrieval/phases/lifecycle/decay.ts';
import {
  importance,
  importanceFactor,
} from '../../../../../../extension/palace/retrieval/phases/lifecycle/importance.ts';
import { lifecycleCap } from '../../../../../../extension/palace/retrieval/phases/lifecycle/lifecycleCap.ts';
import { ltp, ltpFactor, ltpScore } from '../../../../../../extension/palace/retrieval/phases/lifecycle/ltp.ts';
import { pinned } from '../../../../../../extension/palace/retrieval/phases/pinned.ts';
import { tagging, taggingFactor } from '../../../../../../extension/palace/retrieval/phases/lifecycle/tagging.ts';
import { tier } from '../../../../../../extension/palace/retrieval/phases/lifecycle/tier.ts';
import { emptySnapshot } from '../../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import { candidate, contextOf, days, deltaOf, hours, now, through } from '../../../../../fixtures/candidates.ts';

const one = (sketch: Parameters<typeof candidate>[0], phase: typeof decay, context = contextOf()) =>
  through(phase, [candidate(sketch)], context).candidates[0];
const used = (id: string, sessions: number) => ({ ...emptySnapshot, accesses: [{ id, sessions }] });

describe('decay', () => {
  it('halves the score of a drawer as old as the half-life', () =>
    expect(decayFactor(now - days(90), now, 90)).toBeCloseTo(0.5, 12));
  it('does not change new drawers, future ones or those without a time', () => {
    for (const filed of [now, now + days(3), NaN]) expect(decayFactor(filed, now, 90)).toBe(1);
  });
  it('is off without a half-life, which is the default', () =>
    expect(decay.isOn(contextOf().flags, emptySnapshot)).toBe(false));
  it('lowers the score by its factor, with the reason', () => {
    const aged = one({ age: days(180), relevance: 0.8 }, decay, contextOf({ half_life_days: 180 }));
    expect(deltaOf(aged, 'decay')).toBeCloseTo(-0.4, 12);
    expect(aged?.events.at(-1)?.reason).toContain('180 days ago');
  });
});

describe('long-term potentiation', () => {
  it.each([
    [0, 1],
    [1, 1.208],
    [2, 1.33],
    [5, 1.538],
    [28, 2],
    [1000, 2],
  ])('of %i accesses is %d', (accesses, factor) => expect(ltpFactor(accesses, 2)).toBeCloseTo(factor, 3));
  it('never passes its greatest boost', () => expect(ltpFactor(50, 1.3)).toBe(1.3));
  it('on a scale of 0…1 is 0 without an access, 1 at the greatest boost, and 0 where nothing can be boosted', () => {
    expect([ltpScore(0, 2), ltpScore(10_000, 2), ltpScore(7, 1)]).toEqual([0, 1, 0]);
  });
  it('lifts a drawer by the sessions that used it', () =>
    expect(deltaOf(one({ id: 'a' }, ltp, contextOf({}, { snapshot: used('a', 1) })), 'ltp')).toBeCloseTo(
      0.6 * 0.3 * Math.LN2,
      12,
    ));
  it('does not count that a drawer was opened long ago, outside the window', () =>
    expect(one({ accessCount: 40 }, ltp)).toEqual(candidate({ accessCount: 40 })));
  it('treats an ID such as “constructor” like any other', () =>
    expect(one({ id: 'constructor' }, ltp, contextOf({}, { snapshot: used('a', 5) }))).toEqual(
      candidate({ id: 'constructor' }),
    ));
});

describe('association', () => {
  const pair = { ...emptySnapshot, coAccesses: [{ a: 'a', b: 'b', count: 3 }] };
  const on = { association_enabled: true };
  it('is off by default', () => expect(association.isOn(contextOf().flags, emptySnapshot)).toBe(false));
  it('lifts both of two candidates that were used together', () => {
    const changed = through(
      association,
      [candidate({ id: 'a' }), candidate({ id: 'b' }), candidate({ id: 'c' })],
      contextOf(on, { snapshot: pair }),
    ).candidates;
    expect(changed.map((c) => deltaOf(c, 'association'))).toEqual([
      0.6 * (associationFactor(3, 0.15, 1.5) - 1),
      0.6 * (associationFactor(3, 0.15, 1.5) - 1),
      0,
    ]);
  });
  it('has no event for a drawer whose partner is not a candidate', () =>
    expect(
      through(
        association,
        [candidate({ id: 'a' }), candidate({ id: 'c' })],
        contextOf(on, { snapshot: pair }),
      ).candidates.every(({ events }) => events.length === 1),
    ).toBe(true));
  it('is bounded', () => expect(associationFactor(1e9, 0.15, 1.5)).toBe(1.5));
});

describe('tagging', () => {
  it('is 1.25 in the middle of a window with the boost 1.5', () =>
    expect(taggingFactor(now - hours(12), now, 24, 1.5)).toBe(1.25));
  it('is the whole boost at the filing and for clocks that are ahead, nothing at the window’s end', () => {
    expect([
      taggingFactor(now, now, 24, 1.5),
      taggingFactor(now + hours(5), now, 24, 1.5),
      taggingFactor(now - hours(24), now, 24, 1.5),
    ]).toEqual([1.5, 1.5, 1]);
  });
  it('lifts a note of today', () =>
    expect(deltaOf(one({ type: 'decision', age: hours(12) }, tagging), 'tagging')).toBeCloseTo(0.15, 12));
  it.each(['file', 'conversation', 'git_commit'] as const)(
    'does not lift a %s, which was only mined today',
    (type) => expect(one({ type, age: hours(1) }, tagging)).toEqual(candidate({ type, age: hours(1) })),
  );
  it('raises mined drawers, too, if the profile’s scope is “all”', () =>
    expect(
      deltaOf(one({ type: 'file', age: 0 }, tagging, contextOf({ tagging_scope: 'all' })), 'tagging'),
    ).toBeCloseTo(0.3, 12));
});

describe('importance', () => {
  it('of a drawer that nobody rated is exactly 1', () => expect(importanceFactor(0.5)).toBe(1));
  it('goes from 0.82 to 1.18', () =>
    expect([importanceFactor(0), importanceFactor(1)]).toEqual([0.7 / 0.85, 1 / 0.85]));
  it('lowers the unimportant and lifts the important', () => {
    expect(deltaOf(one({ importance: 0 }, importance), 'importance')).toBeLessThan(0);
    expect(deltaOf(one({ importance: 1 }, importance), 'importance')).toBeGreaterThan(0);
  });
});

describe('tiers', () => {
  it.each([
    ['longterm', 0.3],
    ['working', 0],
    ['ephemeral', -0.3],
  ] as const)('%s adds %d to a score of 0.6', (name, delta) =>
    expect(deltaOf(one({ tier: name }, tier), 'tier')).toBeCloseTo(delta, 12),
  );
});

describe('the lifecycle’s cap', () => {
  const run = (sketch: Parameters<typeof candidate>[0], flags = {}) => {
    const context = contextOf({ half_life_days: 7, ...flags }, { snapshot: used('a', 50) });
    return [decay, ltp, tagging, importance, tier, lifecycleCap].reduce(
      (list, phase) => through(phase, list, context).candidates,
      [candidate({ id: 'a', ...sketch })] as readonly ReturnType<typeof candidate>[],
    )[0];
  };
  it('limits a drawer with every boost to twice its relevance', () => {
    const lifted = run({ tier: 'longterm', importance: 1, type: 'decision', age: 0 });
    expect(lifted?.score).toBeCloseTo(1.2, 12);
    expect(deltaOf(lifted, 'lifecycle_cap')).toBeLessThan(0);
  });
  it('keeps an old, ephemeral, unimportant drawer at half its relevance or more', () => {
    const lowered = run({ id: 'b', tier: 'ephemeral', importance: 0, age: days(400) });
    expect(lowered?.score).toBeCloseTo(0.3, 12);
    expect(deltaOf(lowered, 'lifecycle_cap')).toBeGreaterThan(0);
  });
  it('has no event for scores within its bounds', () =>
    expect(deltaOf(run({ id: 'b', tier: 'longterm', age: 0 }), 'lifecycle_cap')).toBe(0));
  it('is off with a lower bound of 0 and no upper bound', () => {
    expect(
      lifecycleCap.isOn(contextOf({ lifecycle_min_factor: 0, lifecycle_max_factor: null }).flags, emptySnapshot),
    ).toBe(false);
    expect(
      run({ tier: 'longterm', age: 0, type: 'decision' }, { lifecycle_min_factor: 0, lifecycle_max_factor: null })
        ?.score,
    ).toBeCloseTo(0.6 * 2 * 1.5 * 1.5, 10);
  });
  it('bounds negative scores without reversing their order', () => {
    const lowered = run({ id: 'b', cosine: -0.2, relevance: -0.4, tier: 'ephemeral', age: days(400) });
    expect(lowered?.score).toBeCloseTo(-0.6, 12);
  });
});

describe('pins', () => {
  it('add the profile’s boost and no more', () =>
    expect(deltaOf(one({ pinned: true }, pinned), 'pinned')).toBe(0.05));
  it('have no event for other drawers', () => expect(one({}, pinned)).toEqual(candidate()));
});
