import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../extension/base/time.ts';

const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

test('a minute, an hour and a day have as many milliseconds as the clock says', () => {
  expect(between('2026-03-01T00:00:00Z', '2026-03-01T00:01:00Z')).toBe(minuteMs);
  expect(between('2026-03-01T00:00:00Z', '2026-03-01T01:00:00Z')).toBe(hourMs);
  expect(between('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z')).toBe(dayMs);
});
