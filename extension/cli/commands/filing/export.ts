import { printableName } from '../../../base/text/printable.ts';
import path from 'node:path';
import type { Command } from 'commander';
import { exportPalaceRequestSchema } from '../../../palace/contract/filing/transferSchemas.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { printSummary } from '../../terminal/print.ts';
import { abortOnInterrupt, withProgress } from '../../terminal/progress.ts';
import { sayIfWaiting } from '../../terminal/sayIfWaiting.ts';
import { plural } from '../../../base/text/plural.ts';
import { count } from '../../terminal/terminal.ts';

interface ExportOptions extends GlobalOptions {
  readonly format: string;
  readonly includeSensitive?: boolean;
  /** False with `--no-archived`. */
  readonly archived: boolean;
}

/** `export`: writes the palace into a folder. */
export const register = (program: Command): void => {
  addCommand(program, 'export')
    .argument('<dir>', 'a new or empty folder, or one with an earlier export, which is replaced')
    .description('write the whole palace into a folder, for another palace or program')
    .option('--format <format>', 'jsonl (one drawer per line) or markdown (one file per drawer)', 'jsonl')
    .option('--include-sensitive', 'sensitive drawers, too')
    .option('--no-archived', 'leave archived drawers out')
    .addHelpText(
      'after',
      '\nThe same palace gives the same bytes; “import” reads it back without loss.\n\nExamples:\n  synapse-palace export ~/backup/harbor\n  synapse-palace export notes --format markdown --json',
    )
    .action((folder: string, _: unknown, command: Command) => exportPalace(folder, optionsOf(command)));
};

const formats = exportPalaceRequestSchema.shape.format;

const exportPalace = async (folder: string, options: ExportOptions): Promise<void> => {
  const format = formats.safeParse(options.format);
  if (!format.success)
    throw new PalaceError(
      'E_USAGE',
      `--format: there is no “${options.format}”. Known: ${formats.options.join(', ')}.`,
    );
  const signal = abortOnInterrupt();
  const target = path.resolve(named('the folder', folder));
  const request = {
    folder: target,
    format: format.data,
    include_sensitive: options.includeSensitive === true,
    include_archived: options.archived,
  };
  const report = await withProgress(options, (onProgress) =>
    withExistingPalace(options, async (api) => {
      await sayIfWaiting(options, api);
      return api.exportPalace(request, { signal, onProgress });
    }),
  );
  printSummary(options, report, () => {
    const left =
      report.skipped_sensitive === 0
        ? ''
        : ` ${plural(report.skipped_sensitive, 'sensitive drawer')} left out; --include-sensitive writes them, too.`;
    return `Exported ${plural(report.drawers, 'drawer')} into ${count(report.files)} ${report.files === 1 ? 'file' : 'files'} in ${printableName(target)}.${left}`;
  });
};
