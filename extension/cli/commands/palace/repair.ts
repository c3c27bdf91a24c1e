import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../../base/text/plural.ts';
import { repairPalace, type RepairReport } from '../../../service/repairPalace.ts';
import { noPalace } from '../../connection/existingPalace.ts';
import { distFolder } from '../../../service/programFiles.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { repairText } from '../../output/repairText.ts';
import { printSummary } from '../../terminal/print.ts';
import { abortOnInterrupt, withStatusLine } from '../../terminal/progress.ts';
import { printable } from '../../../base/text/printable.ts';

interface RepairOptions extends GlobalOptions {
  readonly dryRun?: boolean;
}

/** `repair`: replaces a damaged palace with a sound one, or reports what that would save. */
export const register = (program: Command): void => {
  addCommand(program, 'repair')
    .description(
      'make a sound palace from a damaged one: the newest sound backup, plus everything that can still be read',
    )
    .option('--dry-run', 'report what would be saved, and change nothing')
    .addHelpText(
      'after',
      '\nThe damaged files are kept beside it unchanged. First close every program that has the palace open.\n\nExamples:\n  synapse-palace repair --dry-run\n  synapse-palace repair --json',
    )
    .action((_: unknown, command: Command) => repair(optionsOf(command)));
};

const repair = async (options: RepairOptions): Promise<void> => {
  const location = palaceLocation(options, '.');
  const { folder } = location;
  // A palace without its file can still be rebuilt from its backups.
  if (!['palace.sqlite', 'backups', 'repaired.sqlite'].some((name) => existsSync(path.join(folder, name))))
    throw noPalace(location);
  const signal = abortOnInterrupt();
  const report = await withStatusLine(options, (line) => {
    line.show('Reading what can still be read…', 'repair');
    return repairPalace({ folder, distFolder, dryRun: options.dryRun === true, signal });
  });
  printSummary(options, document(report), () => printable(repairText(report)));
};

/** The JSON document: the fields of `verify`'s plus the complete repair report. */
const document = (report: RepairReport): object => ({
  ok: report.state !== 'possible',
  checked: report.drawers.total,
  damaged: [
    ...report.damage.map(({ table, read, mended, refused, gaps }) => ({
      what: 'table',
      id: table,
      problem: `${plural(read, 'row')} read, ${mended} mended, ${refused} refused, ${plural(gaps.length, 'gap')}`,
    })),
    ...report.drawers.lost.map((id) => ({ what: 'drawer', id, problem: 'lost' })),
  ],
  ...report,
});
