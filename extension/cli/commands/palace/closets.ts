import { Option, type Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { abortOnInterrupt, withProgress } from '../../terminal/progress.ts';
import { plural } from '../../../base/text/plural.ts';
import { count } from '../../terminal/terminal.ts';

interface ClosetsOptions extends GlobalOptions {
  readonly build?: boolean;
  readonly drop?: boolean;
}

/** `closets`: reports the closets' state, builds them all, or drops them. */
export const register = (program: Command): void => {
  addCommand(program, 'closets')
    .description('state of the index cards of every source')
    .option('--build', 'build them all, and keep them from now on')
    .addOption(new Option('--drop', 'remove them all, and keep none').conflicts('build'))
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace closets --build\n  synapse-palace search rotate token --set closets=first',
    )
    .action((_: unknown, command: Command) => closets(optionsOf(command)));
};

const closets = async (options: ClosetsOptions): Promise<void> => {
  const signal = abortOnInterrupt();
  const request = { build: options.build === true, drop: options.drop === true };
  const report = await withProgress(options, (onProgress) =>
    withExistingPalace(options, (api) => api.closets(request, { signal, onProgress })),
  );
  const { state, closets: built, sources_done: done, sources_total: total } = report;
  printAnswer(options, report, () =>
    state === 'none'
      ? 'This palace keeps no closets. “closets --build” builds them.'
      : state === 'kept'
        ? `${plural(built, 'closet')}, kept up to date by mining.`
        : `${plural(built, 'closet')} so far, ${count(done)} of ${plural(total, 'source')} done.`,
  );
};
