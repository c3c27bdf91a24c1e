import { expect, it } from 'vitest';
import { savedDrawers } from '../../../../../extension/palace/store/repair/savedDrawers.ts';

it('tells which drawers are lost, come from the backup alone, or have a doubtful ID', () => {
  const report = savedDrawers({
    backup: new Map([
      [1, 'read'],
      [2, 'backup'],
      [3, 'renamed in the index'],
    ]),
    listed: new Map([
      [1, 'read'],
      [3, 'another'],
      [4, 'lost'],
      [5, 'listed'],
    ]),
    saved: new Map([
      [1, 'read'],
      [2, 'backup'],
      [3, 'renamed in the index'],
      [5, 'doubtful'],
    ]),
    read: new Set(['read', 'doubtful']),
  });
  expect(report).toEqual({
    total: 4,
    from_backup_alone: 2,
    lost: ['another', 'listed', 'lost'],
    doubtful: ['doubtful'],
  });
});
