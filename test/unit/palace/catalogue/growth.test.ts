import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../../extension/palace/catalogue/growth.ts';
import { wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import { runs } from '../../../fixtures/testSize.ts';

const at = (wing: string, time: string) => ({ wing: wingName(wing), filedAtMs: Date.parse(time) });

const now = Date.parse('2026-12-31T12:00:00Z');

/** Whether the last step holds the present; no step is longer than a year. */
const present = (starts: readonly number[]): boolean => {
  const last = starts.at(-1) ?? NaN;
  return last <= now && now - last <= 366 * 86_400_000;
};

describe('the growth of wings', () => {
  it('is nothing for an empty palace', () => {
    expect(growthOf([], now)).toEqual({ unit: 'day', starts: [], wings: [] });
  });

  it('takes the finest steps that a chart can show, without a gap', () => {
    const days = growthOf(
      [at('a', '2026-03-01T23:59:00Z'), at('a', '2026-03-03T00:00:00Z'), at('b', '2026-03-02T12:00:00Z')],
      Date.parse('2026-03-03T09:00:00Z'),
    );
    expect(days).toMatchObject({
      unit: 'day',
      wings: [
        { wing: 'a', drawers: 2, newestMs: Date.parse('2026-03-03'), filed: [1, 0, 1], future: 0 },
        { wing: 'b', drawers: 1, filed: [0, 1, 0] },
      ],
    });
    expect(growthOf([at('a', '2026-01-01'), at('a', '2026-12-31')], now).unit).toBe('week');
    expect(growthOf([at('a', '2022-05-17'), at('a', '2026-12-31')], now).unit).toBe('month');
    expect(growthOf([at('a', '2015-05-17'), at('a', '2026-12-31')], now).unit).toBe('quarter');
    const years = growthOf([at('a', '1970-01-01'), at('a', '2026-12-31')], now);
    expect([years.unit, years.starts.length]).toEqual(['year', 57]);
    const week = growthOf([at('a', '2026-01-01'), at('a', '2026-12-31')], now).starts[0] ?? 0;
    expect(new Date(week).getUTCDay()).toBe(1);
  });

  it('ends with the present, and counts apart what is dated later', () => {
    const dated = growthOf([at('a', '9999-12-31'), at('a', '2026-12-30'), at('b', '9999-01-01')], now);
    expect(dated).toEqual({
      unit: 'day',
      starts: ['2026-12-30', '2026-12-31'].map((day) => Date.parse(day)),
      wings: [
        { wing: 'a', drawers: 2, newestMs: Date.parse('9999-12-31'), filed: [1, 0], future: 1 },
        { wing: 'b', drawers: 1, newestMs: Date.parse('9999-01-01'), filed: [0, 0], future: 1 },
      ],
    });
    // Later today is no outlier: clocks differ.
    expect(growthOf([at('a', '2026-12-31T23:00:00Z')], now).wings).toMatchObject([{ filed: [1], future: 0 }]);
    expect(growthOf([at('a', '2026-01-05')], now)).toMatchObject({ unit: 'week', wings: [{ future: 0 }] });
  });

  it('counts every drawer once, whatever its date', () => {
    const time = fc.integer({ min: Date.parse('1600-01-01'), max: Date.parse('9000-01-01') });
    const entry = fc.record({ wing: fc.constantFrom('a', 'b', 'c').map(wingName), filedAtMs: time });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 30 }), (entries) => {
        const { starts, wings } = growthOf(entries, now);
        expect(wings.reduce((sum, { drawers }) => sum + drawers, 0)).toBe(entries.length);
        for (const { drawers, filed, future } of wings) {
          expect(filed).toHaveLength(starts.length);
          expect(filed.reduce((sum, count) => sum + count, future)).toBe(drawers);
        }
        expect(present(starts)).toBe(true);
        expect(starts.every((start, place) => place === 0 || start > (starts[place - 1] ?? 0))).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});
