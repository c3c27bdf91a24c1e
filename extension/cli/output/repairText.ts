import { plural } from '../../base/text/plural.ts';
import type { RepairReport } from '../../service/repairPalace.ts';
import { count } from '../terminal/terminal.ts';

/** Maximum IDs and gaps that are listed; `--json` has them all. */
const listed = 20;

/** What a repair saved, or would save, as text for a person. */
export const repairText = ({
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
      ? 'There was no sound backup: everything comes from the damaged palace.'
      : old === total
        ? `All of it is from the backup ${backup}.`
        : `Only in the backup ${backup}: ${plural(old, 'drawer')}; the rest comes from the damaged palace.`,
    ...damage.map(({ table, read, mended, refused, gaps }) =>
      [
        `  ${table}: ${plural(read, 'row')} read`,
        ...(mended === 0 ? [] : [`${count(mended)} mended: an impossible value was replaced`]),
        ...(refused === 0 ? [] : [`${count(refused)} refused as changed`]),
        ...gaps
          .slice(0, listed)
          .map(({ after, before }) => `nothing between ${after ?? 'the beginning'} and ${before ?? 'the end'}`),
      ].join(', '),
    ),
    lost.length > 0
      ? `Lost: ${plural(lost.length, 'drawer')}. Mining or importing again restores those with a source.`
      : backup !== null && old === total
        ? 'Nothing of the damaged palace could be read: what was filed after this backup is lost. Mining or importing again restores what has a source.'
        : 'No drawer is known to be lost.',
    ...lost.slice(0, listed).map((id) => `  ${id}`),
    ...(lost.length > listed ? [`  … and ${count(lost.length - listed)} more; --json lists them all.`] : []),
    ...(doubtful.length === 0
      ? []
      : [`Saved, but perhaps under a changed ID: ${doubtful.slice(0, listed).join(', ')}`]),
    ...(kept === null ? [] : [`The damaged files are kept in ${kept}.`]),
  ].join('\n');
};
