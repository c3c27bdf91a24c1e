import { describe, expect, it } from 'vitest';
import { ageingChanges, ageingLimits } from '../../../../../extension/palace/memory/ageing/ageingRules.ts';
import type { AgeingFacts } from '../../../../../extension/palace/model/drawer/ageing.ts';
import { entryTypes } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { firstTierOf } from '../../../../../extension/palace/model/drawer/noteTypes.ts';
import { daysAgo, testNow } from '../../../../fixtures/agedDrawers.ts';

const facts = (changes: Partial<AgeingFacts>): AgeingFacts => ({
  rowid: 1,
  id: drawerId('d'),
  type: 'issue',
  tier: 'working',
  pinned: false,
  askedFor: false,
  filedAt: daysAgo(0),
  lastAccessed: null,
  accessCount: 0,
  tierSince: null,
  tierAccesses: 0,
  restoredAt: null,
  note: null,
  ...changes,
});
const outcome = (changes: Partial<AgeingFacts>): string => {
  const [change] = ageingChanges([facts(changes)], Date.parse(testNow), ageingLimits());
  return change === undefined ? 'stays' : `${change.change} ${change.from} → ${change.to}`;
};

describe('the table of tiers', () => {
  it('says where each type begins', () => {
    expect(Object.fromEntries(entryTypes.map((type) => [type, firstTierOf(type)]))).toEqual({
      file: 'working',
      conversation: 'working',
      git_commit: 'working',
      handoff: 'ephemeral',
      progress: 'ephemeral',
      issue: 'working',
      decision: 'working',
      insight: 'working',
      reference: 'longterm',
      summary: 'longterm',
    });
  });

  it.each([
    ['handoff', 'ephemeral', 7, 'stays'],
    ['handoff', 'ephemeral', 7.01, 'archived ephemeral → archive'],
    ['progress', 'ephemeral', 8, 'archived ephemeral → archive'],
    ['handoff', 'working', 30, 'stays'],
    ['handoff', 'working', 30.01, 'demoted working → ephemeral'],
    ['progress', 'working', 30.01, 'demoted working → ephemeral'],
    ['issue', 'working', 30, 'stays'],
    ['issue', 'working', 30.01, 'demoted working → ephemeral'],
    ['issue', 'longterm', 400, 'stays'],
    ['decision', 'working', 7, 'stays'],
    ['decision', 'working', 7.01, 'promoted working → longterm'],
    ['insight', 'working', 60, 'promoted working → longterm'],
    ['insight', 'working', 60.01, 'demoted working → ephemeral'],
    ['decision', 'longterm', 4000, 'stays'],
    ['decision', 'ephemeral', 8, 'archived ephemeral → archive'],
    // Filed while the clock was ahead: not old, whatever it is.
    ['handoff', 'ephemeral', -365, 'stays'],
    ['decision', 'working', -365, 'stays'],
    ['reference', 'longterm', 4000, 'stays'],
    ['reference', 'working', 30, 'stays'],
    ['reference', 'working', 30.01, 'demoted working → ephemeral'],
    ['summary', 'working', 30.01, 'demoted working → ephemeral'],
    ['summary', 'longterm', 4000, 'stays'],
    ['git_commit', 'working', 31, 'demoted working → ephemeral'],
    ['git_commit', 'ephemeral', 8, 'archived ephemeral → archive'],
    ['file', 'working', 4000, 'stays'],
    ['file', 'ephemeral', 4000, 'stays'],
    ['conversation', 'working', 4000, 'stays'],
  ] as const)('%s in %s after %d days: %s', (type, tier, age, expected) => {
    expect(outcome({ type, tier, filedAt: daysAgo(age) })).toBe(expected);
  });

  it('leaves alone what is pinned and what a person asked for', () => {
    for (const tier of ['working', 'ephemeral'] as const) {
      expect(outcome({ tier, pinned: true, filedAt: daysAgo(4000), accessCount: 9 })).toBe('stays');
      expect(outcome({ type: 'git_commit', tier, askedFor: true, filedAt: daysAgo(4000), accessCount: 9 })).toBe(
        'stays',
      );
    }
  });

  it('promotes an ephemeral drawer from the third session that accessed it since it is ephemeral', () => {
    const used = { type: 'progress', tier: 'ephemeral', filedAt: daysAgo(20), lastAccessed: daysAgo(1) } as const;
    expect(outcome({ ...used, accessCount: 2 })).toBe('stays');
    expect(outcome({ ...used, accessCount: 3 })).toBe('promoted ephemeral → working');
    expect(outcome({ ...used, accessCount: 5, tierAccesses: 3, tierSince: daysAgo(2) })).toBe('stays');
    expect(outcome({ ...used, accessCount: 6, tierAccesses: 3, tierSince: daysAgo(2) })).toBe(
      'promoted ephemeral → working',
    );
  });

  it('counts from the last access, the last change of tier and the return from the archive', () => {
    const old = { type: 'issue', tier: 'working', filedAt: daysAgo(100) } as const;
    expect(outcome(old)).toBe('demoted working → ephemeral');
    expect(outcome({ ...old, lastAccessed: daysAgo(29), accessCount: 1 })).toBe('stays');
    expect(outcome({ ...old, tierSince: daysAgo(1) })).toBe('stays');
    expect(outcome({ ...old, restoredAt: daysAgo(1) })).toBe('stays');
    expect(outcome({ type: 'decision', tier: 'working', filedAt: daysAgo(20), tierSince: daysAgo(3) })).toBe(
      'stays',
    );
  });

  it('decays before it promotes: a decision that nobody used for 60 days is not promoted on its way out', () => {
    expect(outcome({ type: 'decision', filedAt: daysAgo(61) })).toBe('demoted working → ephemeral');
    expect(
      outcome({
        type: 'progress',
        tier: 'ephemeral',
        filedAt: daysAgo(20),
        lastAccessed: daysAgo(10),
        accessCount: 5,
      }),
    ).toBe('archived ephemeral → archive');
  });

  it('takes other limits where the call names them', () => {
    const limits = ageingLimits({
      idle_days: 3,
      decision_idle_days: 5,
      ephemeral_days: 1,
      promote_accesses: 1,
      promote_days: 1,
    });
    const at = (changes: Partial<AgeingFacts>) =>
      ageingChanges([facts(changes)], Date.parse(testNow), limits)[0]?.change;
    expect(at({ filedAt: daysAgo(4) })).toBe('demoted');
    expect(at({ type: 'decision', filedAt: daysAgo(4) })).toBe('promoted');
    expect(at({ type: 'decision', filedAt: daysAgo(6) })).toBe('demoted');
    expect(at({ type: 'handoff', tier: 'ephemeral', filedAt: daysAgo(2) })).toBe('archived');
    expect(at({ type: 'handoff', tier: 'ephemeral', accessCount: 1 })).toBe('promoted');
  });
});
