import type { Command } from 'commander';
import type { MaintainReport } from '../../../palace/contract/memory/ageingSchemas.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printSummary } from '../../terminal/print.ts';
import { withProgress } from '../../terminal/progress.ts';
import { plural } from '../../../base/text/plural.ts';
import { count } from '../../terminal/terminal.ts';
import { printable } from '../../../base/text/printable.ts';

interface MaintainOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** False with `--no-git`. */
  readonly git?: boolean;
  readonly now?: string;
}

/** Maximum changes that are listed; `--json` has them all. */
const listed = 50;

/** `maintain`: archives, demotes and promotes drawers by the tiers' rules, or reports what that would change. */
export const register = (program: Command): void => {
  addCommand(program, 'maintain')
    .description('age the memory: archive, demote and promote by the tiers’ rules; nothing is deleted')
    .option('--dry-run', 'report what would change, and write nothing')
    .option('--no-git', 'leave the last day’s commits alone')
    .option('--now <time>', 'count ages to this time instead of the present')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace maintain --dry-run\n  synapse-palace maintain --no-git --json',
    )
    .action((_: unknown, command: Command) => maintain(optionsOf(command)));
};

const maintain = async (options: MaintainOptions): Promise<void> => {
  const report = await withProgress(options, (onProgress) =>
    withExistingPalace(options, (api, { workspace }) =>
      api.maintain(
        {
          dry_run: options.dryRun === true,
          ...(options.git === false ? {} : { repo_path: workspace }),
          ...(options.now === undefined ? {} : { now: timeOf(options.now) }),
        },
        { onProgress },
      ),
    ),
  );
  printSummary(options, report, () => printable(maintainText(report)));
};

const maintainText = ({
  dry_run: isDry,
  changes,
  counts,
  batch,
  patterns_aged: patterns,
  consolidation_candidates: candidates,
  git,
  warnings,
}: MaintainReport): string =>
  [
    ...warnings.map((warning) => `! ${warning}`),
    `${plural(counts.looked_at, 'drawer')} looked at: ${count(counts.archived)} ${isDry ? 'would be ' : ''}archived, ${count(counts.demoted)} demoted, ${count(counts.promoted)} promoted.`,
    ...changes
      .slice(0, listed)
      .map(({ drawer_id: id, from, to, reason }) => `  ${id}  ${from} → ${to}  ${reason}`),
    ...(changes.length > listed ? [`  … and ${count(changes.length - listed)} more; --json lists them all.`] : []),
    ...patterns.map(({ pattern_id: id, label, reason }) => `  ${id}  resolved  ${label}: ${reason}`),
    ...(candidates.length === 0
      ? []
      : [
          `${plural(candidates.length, 'group of drawers could be one summary', 'groups of drawers could be one summary each')}.`,
        ]),
    ...(git === null || git.indexed === 0 ? [] : [`${plural(git.indexed, 'commit')} of the last day indexed.`]),
    ...(batch === null || isDry ? [] : [`To undo it: synapse-palace restore --batch ${batch}`]),
  ].join('\n');

const timeForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/i;

/** A day or a time in ISO's form. `Date` reads much else as another time than was meant, and 31 November as 1 December. */
const timeOf = (given: string): string => {
  const [time, day] = [Date.parse(given), new Date(given.slice(0, 10))];
  const isTime = timeForm.test(given) && !Number.isNaN(time) && !Number.isNaN(day.getTime());
  if (!isTime || !day.toISOString().startsWith(given.slice(0, 10)))
    throw new PalaceError('E_USAGE', `--now: “${given}” is not a time.`, {
      remedy: 'Write it as 2026-01-31 or 2026-01-31T12:00:00Z.',
    });
  return new Date(time).toISOString();
};
