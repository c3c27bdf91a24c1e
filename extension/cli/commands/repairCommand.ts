import { existsSync } from 'node:fs';
import path from 'node:path';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { repairPalace, type RepairReport } from '../../service/repairPalace.ts';
import { distFolder, palaceLocation, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, printable, progressLine } from '../terminal/terminal.ts';

/** IDs and gaps that are listed one by one; `--json` has them all. */
const listed = 20;

/** Puts a sound palace in the place of a damaged one, or tells what that would save. */
export const repairCommand = async (options: GlobalOptions & { readonly dryRun?: boolean }): Promise<void> => {
  const { workspace, folder } = palaceLocation(options, '.');
  if (!['palace.sqlite', 'backups', 'repaired.sqlite'].some((name) => existsSync(path.join(folder, name))))
    throw new PalaceError('E_PALACE_NOT_FOUND', `${workspace} has no palace yet (looked in ${folder}).`, {
      remedy: 'Run “synapse-palace mine” there first.',
    });
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  line.show('Reading what can be read…');
  const report = await repairPalace({
    folder,
    distFolder,
    dryRun: options.dryRun === true,
    signal: abort.signal,
  }).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify(document(report))}\n`);
  else if (options.quiet !== true) process.stdout.write(`${printable(repairText(report))}\n`);
};

/** In the form of `verify`'s, and with all that a repair tells besides. */
const document = (report: RepairReport): object => ({
  ok: report.state !== 'possible',
  checked: report.drawers.total,
  damaged: [
    ...report.damage.map(({ table, read, refused, gaps }) => ({
      what: 'table',
      id: table,
      problem: `${read} rows read, ${refused} refused, ${gaps.length} gaps`,
    })),
    ...report.drawers.lost.map((id) => ({ what: 'drawer', id, problem: 'lost' })),
  ],
  ...report,
});

const repairText = ({
  state,
  backup,
  drawers: { total, from_backup_alone: old, lost, doubtful },
  damage,
  kept,
}: RepairReport): string => {
  if (state === 'sound') return `Sound: ${plural(total, 'drawer')}. There is nothing to repair.`;
  return [
    state === 'possible'
      ? `A repair would give ${plural(total, 'drawer')}. Nothing was changed (--dry-run).`
      : `Repaired: ${plural(total, 'drawer')}, each with the text that was filed.`,
    backup === null
      ? 'There was no sound backup: all is from the damaged palace.'
      : `From the backup ${backup} alone: ${plural(old, 'drawer')}; the rest from the damaged palace.`,
    ...damage.map(({ table, read, refused, gaps }) =>
      [
        `  ${table}: ${plural(read, 'row')} read`,
        ...(refused === 0 ? [] : [`${count(refused)} refused as changed`]),
        ...gaps
          .slice(0, listed)
          .map(({ after, before }) => `nothing between ${after ?? 'the beginning'} and ${before ?? 'the end'}`),
      ].join(', '),
    ),
    lost.length === 0
      ? 'No drawer is known to be lost.'
      : `Lost: ${plural(lost.length, 'drawer')}. Mining or importing again brings back what has a source.`,
    ...lost.slice(0, listed).map((id) => `  ${id}`),
    ...(lost.length > listed ? [`  … and ${count(lost.length - listed)} more; --json lists them all.`] : []),
    ...(doubtful.length === 0
      ? []
      : [`Saved, but perhaps under a changed ID: ${doubtful.slice(0, listed).join(', ')}`]),
    ...(kept === null ? [] : [`The damaged files are kept in ${kept}.`]),
  ].join('\n');
};
