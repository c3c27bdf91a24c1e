import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeOf } from '../../../../../../extension/palace/mining/conversations/reading/exchangeBuilder.ts';

describe('the time of a turn', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['2026-03-05T10:00:00Z', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05T10:00:00.123456+02:00', '2026-03-05T08:00:00.123Z'],
    ['2026-03-05T10:00:00', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05 10:00:00.123456', '2026-03-05T10:00:00.123Z'],
    ['2026-03-05T10:00', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05', '2026-03-05T00:00:00.000Z'],
    [1_772_704_800_000, '2026-03-05T10:00:00.000Z'],
  ])('%j is %s on every machine', (written, time) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(300);
    expect(timeOf(written)).toBe(time);
  });

  it.each(['', 'soon', '2026-13-45T10:00:00', null, {}, Number.NaN])('%j is none', (written) => {
    expect(timeOf(written)).toBeNull();
  });
});
