import { expect, it } from 'vitest';
import { drawerFilter } from '../../../../../extension/palace/calls/views/drawerView.ts';

it('takes the days and times that a query takes, in UTC where no offset is given', () => {
  for (const [written, from] of [
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-06', '2026-06-01T00:00:00.000Z'],
    ['2026-06-30', '2026-06-30T00:00:00.000Z'],
    ['2026-06-30T12:00', '2026-06-30T12:00:00.000Z'],
    ['2026-06-30T12:00:00+02:00', '2026-06-30T10:00:00.000Z'],
  ] as const)
    expect(drawerFilter({ after: written, before: written })).toEqual({ filedFrom: from, filedBefore: from });
});

it('refuses what is no date or a day that does not exist, instead of searching another time', () => {
  for (const written of ['2026-06-31', '2026-02-30', '1', 'Jan 5', 'June', '2026-06-01T25:00', ''])
    for (const field of ['after', 'before'] as const)
      expect(() => drawerFilter({ [field]: written }), written).toThrow(
        expect.objectContaining({ code: 'E_QUERY_FIELD', message: expect.stringMatching(`^${field}: `) }),
      );
});
