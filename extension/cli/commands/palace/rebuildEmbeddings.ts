import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { allCores } from '../../connection/openPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printSummary } from '../../terminal/print.ts';
import { abortOnInterrupt, interrupted, withProgress } from '../../terminal/progress.ts';
import { plural } from '../../../base/text/plural.ts';

/** `rebuild-embeddings`: embeds every drawer with this program's model. If it is stopped, finished work stays. */
export const register = (program: Command): void => {
  addCommand(program, 'rebuild-embeddings')
    .description('embed every drawer again with this program’s model; search uses only words meanwhile')
    .addHelpText(
      'after',
      '\nIf it is stopped or killed, the next run continues. The old vectors stay until all new ones exist.\n\nExample:\n  synapse-palace rebuild-embeddings --json',
    )
    .action((_: unknown, command: Command) => rebuildEmbeddings(optionsOf(command)));
};

const rebuildEmbeddings = async (options: GlobalOptions): Promise<void> => {
  const signal = abortOnInterrupt();
  const counts = await withProgress(options, (onProgress) =>
    withExistingPalace(options, (api) => api.rebuildEmbeddings({}, { signal, onProgress }), allCores()),
  );
  if (signal.aborted && counts.pending > 0) process.exitCode = interrupted;
  printSummary(
    options,
    counts,
    () => `${plural(counts.done, 'drawer')} with a vector of this model, ${plural(counts.pending, 'drawer')} due.`,
  );
};
