import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactionVerdict,
  type CompactionSubject,
} from '../../../../../extension/palace/memory/plans/compactionCandidates.ts';
import { drawerId, isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const day = 86_400_000;
const time = fc.integer({ min: 0, max: 400 * day }).map((ago) => isoTime(now - ago));
/** A clock that was ahead may have dated a rejection later than now. */
const anyTime = fc.integer({ min: -400 * day, max: 400 * day }).map((ago) => isoTime(now - ago));

const subjects: fc.Arbitrary<CompactionSubject> = fc.record({
  drawer: fc.record({
    id: fc.stringMatching(/^[a-z]{1,8}$/).map(drawerId),
    pinned: fc.boolean(),
    sensitive: fc.boolean(),
    archived: fc.boolean(),
    filedAt: time,
    lastAccessed: fc.option(time),
    accessCount: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 200 })),
  }),
  supersededBy: fc.option(fc.constant('newer')),
  rejectedAt: fc.option(anyTime, { freq: 2 }),
});
const settings = fc.record({
  compaction_threshold: fc.constantFrom(0, 0.3, 0.5, 1),
  compaction_age_days: fc.constantFrom(0, 30, 90),
  decay_enabled: fc.boolean(),
  decay_lambda: fc.constantFrom(0, 0.01, 0.1),
  ltp_max_boost: fc.constantFrom(1, 1.5, 2),
});

/** The strength that so many sessions build up, 0…1: the factor 1 + 0.3·ln(1 + n), capped, on a scale from 1 to the cap. */
const strengthOf = (sessions: number, most: number): number =>
  most === 1 ? 0 : (Math.min(most, 1 + 0.3 * Math.log(1 + sessions)) - 1) / (most - 1);

/** The law, word for word, in other words than the code's. */
const mayBeCompacted = (
  subject: CompactionSubject,
  flags: {
    compaction_threshold: number;
    compaction_age_days: number;
    decay_enabled: boolean;
    decay_lambda: number;
    ltp_max_boost: number;
  },
): boolean => {
  const { drawer, supersededBy, rejectedAt } = subject;
  const reached = strengthOf(drawer.accessCount, flags.ltp_max_boost);
  const days = Math.floor((now - Date.parse(drawer.lastAccessed ?? drawer.filedAt)) / day);
  const score = flags.decay_enabled ? reached * Math.E ** (-flags.decay_lambda * days) : reached;
  const conditions = [
    score < flags.compaction_threshold,
    supersededBy !== null,
    days > flags.compaction_age_days,
    !drawer.pinned,
    !drawer.sensitive,
    !drawer.archived,
    rejectedAt === null || Date.parse(rejectedAt) > now || now - Date.parse(rejectedAt) >= 30 * day,
  ];
  return conditions.every(Boolean);
};

describe('a compaction candidate', () => {
  it('is exactly what meets every condition', () => {
    fc.assert(
      fc.property(subjects, settings, (subject, flags) => {
        expect('candidate' in compactionVerdict(subject, flags, now)).toBe(mayBeCompacted(subject, flags));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('says why in numbers that hold', () => {
    const eligible = subjects.map((subject) => ({
      ...subject,
      drawer: { ...subject.drawer, pinned: false, sensitive: false, archived: false },
      supersededBy: 'newer',
      rejectedAt: null,
    }));
    fc.assert(
      fc.property(eligible, settings, (subject, flags) => {
        const verdict = compactionVerdict(subject, flags, now);
        if (!('candidate' in verdict)) return;
        const { reason, days_since_access: days, decayed_ltp: decayed, ltp_score: score } = verdict.candidate;
        const found =
          /^(ltp|decayed_ltp)=(\d\.\d+(?:e-\d+)?|0) < ([\d.]+), superseded_by=newer, last_accessed=(\d+) days ago$/.exec(
            reason,
          );
        expect(found).not.toBeNull();
        expect(Number(found?.[2])).toBeLessThan(Number(found?.[3]));
        expect(Number(found?.[4])).toBe(days);
        expect(decayed).toBeCloseTo(score * Math.exp(-flags.decay_lambda * days), 12);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('reads as the design has it', () => {
    const verdict = compactionVerdict(
      {
        drawer: {
          id: drawerId('old-note-42'),
          pinned: false,
          sensitive: false,
          archived: false,
          filedAt: isoTime(now - 200 * day),
          lastAccessed: isoTime(now - 47.5 * day),
          accessCount: 1,
        },
        supersededBy: 'new-note-99',
        rejectedAt: null,
      },
      {
        compaction_threshold: 0.3,
        compaction_age_days: 30,
        decay_enabled: false,
        decay_lambda: 0.01,
        ltp_max_boost: 2,
      },
      now,
    );
    expect(verdict).toEqual({
      candidate: {
        drawer_id: 'old-note-42',
        action: 'compact',
        reason: 'ltp=0.21 < 0.3, superseded_by=new-note-99, last_accessed=47 days ago',
        ltp_score: expect.closeTo(0.3 * Math.log(2), 12),
        decayed_ltp: expect.closeTo(0.3 * Math.log(2) * Math.exp(-0.47), 12),
        superseded_by: 'new-note-99',
        days_since_access: 47,
        consolidated_into: null,
      },
    });
  });

  it('used in twenty sessions is none while decay is off, and becomes one once enough of its strength is forgotten', () => {
    const used = (daysAgo: number): CompactionSubject => ({
      drawer: {
        id: drawerId('limit'),
        pinned: false,
        sensitive: false,
        archived: false,
        filedAt: isoTime(now - 400 * day),
        lastAccessed: isoTime(now - daysAgo * day),
        accessCount: 20,
      },
      supersededBy: 'newer',
      rejectedAt: null,
    });
    const isCandidate = (daysAgo: number, decays: boolean): boolean =>
      'candidate' in
      compactionVerdict(
        used(daysAgo),
        {
          compaction_threshold: 0.3,
          compaction_age_days: 30,
          decay_enabled: decays,
          decay_lambda: 0.01,
          ltp_max_boost: 2,
        },
        now,
      );
    expect([40, 111, 112, 399].map((days) => isCandidate(days, false))).toEqual([false, false, false, false]);
    // 0.3·ln 21 = 0.913, and 0.913·e^(−0.01·112) is the first below 0.3.
    expect([40, 111, 112, 399].map((days) => isCandidate(days, true))).toEqual([false, false, true, true]);
  });
});
