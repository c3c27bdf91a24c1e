import { expect, it } from 'vitest';
import { movedText } from '../../../../../extension/palace/contract/memory/movedText.ts';

const batch = {
  batch: 'maintenance@2026-03-01T12:00:00.000Z',
  at: '2026-03-01T12:00:00.000Z',
  by: 'maintenance',
  reason: null,
  plan_id: null,
} as const;

it('says how many drawers were moved, large numbers as everywhere else', () => {
  expect(movedText({ ...batch, archived: 2500, demoted: 12_345, promoted: 1 })).toBe(
    'maintenance archived 2,500 drawers, demoted 12,345, promoted 1',
  );
  expect(movedText({ ...batch, archived: 0, demoted: 1, promoted: 0 })).toBe('maintenance demoted 1 drawer');
});
