import { describe, expect, it } from 'vitest';
import { patternOf, type IssueFacts } from '../../../../../extension/palace/memory/patterns/patternOf.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import type { PatternRecord } from '../../../../../extension/palace/store/queries/patterns.ts';
import { daysAgo } from '../../../../fixtures/agedDrawers.ts';

const issue = (id: string, days: number, text = `The importer times out, case ${id}`): IssueFacts => ({
  id: drawerId(id),
  filedAt: daysAgo(days),
  text,
});
const record = (id: string, ids: readonly string[], changes: Partial<PatternRecord> = {}): PatternRecord => ({
  id,
  label: id,
  entry_ids: ids,
  occurrence_count: ids.length,
  first_seen: daysAgo(20),
  last_seen: daysAgo(10),
  resolved: false,
  ...changes,
});

describe('a pattern', () => {
  const [a, b, c, d] = [
    issue('a', 9),
    issue('b', 5, 'Time-out\nin the importer'),
    issue('c', 1),
    issue('d', 0),
  ] as const;

  it('needs three similar issues, starts with the oldest and is named after the shortest', () => {
    expect(patternOf(c, [a], [], [a, c])).toBeNull();
    expect(patternOf(c, [b, a], [], [a, b, c])).toEqual({
      pattern: {
        id: expect.stringMatching(/^pattern_[0-9a-f]{16}$/),
        label: 'Time-out',
        entry_ids: ['a', 'b', 'c'],
        occurrence_count: 3,
        first_seen: a.filedAt,
        last_seen: c.filedAt,
        resolved: false,
      },
      change: 'created',
      merged: [],
    });
    expect(patternOf(c, [a, b], [], [c, b, a])).toEqual(patternOf(c, [b, a], [], [a, b, c]));
  });

  it('grows by another similar issue, and merges into the oldest pattern if that issue fits several', () => {
    expect(patternOf(d, [a, b], [record('p', ['a', 'b', 'c'])], [a, b, c, d])?.pattern).toMatchObject({
      id: 'p',
      entry_ids: ['a', 'b', 'c', 'd'],
      occurrence_count: 4,
      first_seen: daysAgo(20),
      last_seen: d.filedAt,
    });
    const older = record('z', ['a', 'x'], { first_seen: daysAgo(25), occurrence_count: 5 });
    const merged = patternOf(d, [a, b], [record('p', ['b', 'c']), older], [a, b, c, d]);
    expect(merged).toMatchObject({
      change: 'extended',
      merged: ['p'],
      pattern: { id: 'z', entry_ids: ['a', 'x', 'b', 'c', 'd'], occurrence_count: 8 },
    });
  });

  it('is reopened, with a notice, when a new issue resembles a resolved one', () => {
    expect(patternOf(d, [a, b], [record('p', ['a', 'b', 'c'], { resolved: true })], [a, b, c, d])).toMatchObject({
      change: 'reopened',
      pattern: { resolved: false },
    });
  });
});
