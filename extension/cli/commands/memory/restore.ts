import type { Command } from 'commander';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawers } from '../../connection/namedDrawers.ts';
import { changedText } from '../../output/changedText.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer, printMissing, printSummary } from '../../terminal/print.ts';
import { plural } from '../../../base/text/plural.ts';
import { count } from '../../terminal/terminal.ts';
import { printableName } from '../../../base/text/printable.ts';

interface RestoreOptions extends GlobalOptions {
  readonly batch?: string;
  readonly reason?: string;
  readonly list?: boolean;
}

/** `restore`: brings drawers back from the archive. Exit code 1 if an ID is unknown. */
export const register = (program: Command): void => {
  addCommand(program, 'restore [drawer-id...]')
    .description('bring drawers back from the archive, one by one or in the batches they were archived in')
    .option('--batch <batch>', 'undo what maintenance or an agent moved together, including changes of tier')
    .option('--reason <reason>', 'everything that was archived for a reason, for instance by_hand')
    .option('--list', 'the batches in the archive, the latest first')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace restore drawer_gateway_notes_0f3a9c2b7d1e4f60\n  synapse-palace restore --batch maintenance@2026-03-01T12:00:00.000Z',
    )
    .action((ids: string[], _: unknown, command: Command) => restore(ids, optionsOf(command)));
};

const restore = async (names: readonly string[], options: RestoreOptions): Promise<void> => {
  const { batch, reason, list } = options;
  const choices = [names.length > 0, batch !== undefined, reason !== undefined, list === true];
  if (choices.filter(Boolean).length !== 1)
    throw new PalaceError('E_USAGE', 'restore: give IDs, or --batch, or --reason, or --list.');
  if (list === true) return listBatches(options);
  const { ids, report } = await withExistingPalace(options, async (api, location) => {
    const ids = await namedDrawers({ api, location }, names, { archived: true });
    return {
      ids,
      report: await api.restore(
        batch !== undefined ? { batch } : reason !== undefined ? { reason } : { drawer_ids: ids },
      ),
    };
  });
  printSummary(options, report, () =>
    report.moved_back.length === 0
      ? changedText(
          { ids, changed: report.restored.length, unchanged: report.unchanged, longNotes: report.long_notes },
          { done: 'restored', already: 'not in the archive' },
        )
      : `${plural(report.restored.length, 'drawer')} restored, ${count(report.moved_back.length)} back in their tier${report.unchanged === 0 ? '' : `, ${plural(report.unchanged, 'was', 'were')} not in the archive`}.`,
  );
  printMissing(options, report.missing);
};

const listBatches = async (options: GlobalOptions): Promise<void> => {
  const { batches } = await withExistingPalace(options, (api) => api.archiveBatches({}));
  printAnswer(
    options,
    { batches },
    () =>
      batches.map(({ batch, drawers }) => `${count(drawers).padStart(7)}  ${printableName(batch)}`).join('\n') ||
      'The archive is empty.',
  );
};
