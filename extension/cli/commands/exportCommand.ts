import path from 'node:path';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { exportPalaceRequestSchema } from '../../palace/contract/transferSchemas.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, progressLine } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';

export interface ExportCommandOptions extends GlobalOptions {
  readonly format: string;
  readonly includeSensitive?: boolean;
  /** False with `--no-archived`. */
  readonly archived: boolean;
}

const formats = exportPalaceRequestSchema.shape.format;

export const exportCommand = async (folder: string, options: ExportCommandOptions): Promise<void> => {
  const format = formats.safeParse(options.format);
  if (!format.success)
    throw new PalaceError(
      'E_USAGE',
      `--format: there is no “${options.format}”. Known: ${formats.options.join(', ')}.`,
    );
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const target = path.resolve(folder);
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.exportPalace(
      {
        folder: target,
        format: format.data,
        include_sensitive: options.includeSensitive === true,
        include_archived: options.archived,
      },
      { signal: abort.signal, onProgress: (progress) => line.show(progressText(progress)) },
    ),
  ).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (options.quiet !== true) {
    const left =
      report.skipped_sensitive === 0
        ? ''
        : ` ${plural(report.skipped_sensitive, 'sensitive drawer')} left out; --include-sensitive writes them, too.`;
    process.stdout.write(
      `Exported ${plural(report.drawers, 'drawer')} into ${count(report.files)} ${report.files === 1 ? 'file' : 'files'} in ${target}.${left}\n`,
    );
  }
};
