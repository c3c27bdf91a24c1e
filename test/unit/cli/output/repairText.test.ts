import { expect, it } from 'vitest';
import { repairText } from '../../../../extension/cli/output/repairText.ts';
import type { RepairReport } from '../../../../extension/service/repairPalace.ts';

const report: RepairReport = {
  state: 'repaired',
  backup: 'backups/palace-r2.sqlite',
  drawers: { total: 9, from_backup_alone: 1, lost: [], doubtful: [] },
  damage: [],
  kept: null,
};

it('a repair that could read nothing of the damaged palace says that what is newer than the backup is lost', () => {
  expect(repairText(report).split('\n')).toEqual([
    'Repaired: 9 drawers, each with the text that was filed.',
    'Only in the backup backups/palace-r2.sqlite: 1 drawer; the rest comes from the damaged palace.',
    'No drawer is known to be lost.',
  ]);
  expect(repairText({ ...report, drawers: { ...report.drawers, from_backup_alone: 9 } }).split('\n')).toEqual([
    'Repaired: 9 drawers, each with the text that was filed.',
    'All of it is from the backup backups/palace-r2.sqlite.',
    'Nothing of the damaged palace could be read: what was filed after this backup is lost. Mining or importing again restores what has a source.',
  ]);
  expect(repairText({ ...report, backup: null, drawers: { ...report.drawers, from_backup_alone: 0 } })).toContain(
    'No drawer is known to be lost.',
  );
});
