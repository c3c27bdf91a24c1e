import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { printableName } from '../../../base/text/printable.ts';

/** `tags`: lists the tags in use. */
export const register = (program: Command): void => {
  addCommand(program, 'tags')
    .description('the tags in use and how many drawers have them')
    .addHelpText('after', '\nExample:\n  synapse-palace tags --json')
    .action((_: unknown, command: Command) => tags(optionsOf(command)));
};

const tags = async (options: GlobalOptions): Promise<void> => {
  const list = await withExistingPalace(options, (api) => api.tags({}));
  printAnswer(
    options,
    list,
    () =>
      list.tags.map(({ tag, drawers }) => `${String(drawers).padStart(6)}  ${printableName(tag)}`).join('\n') ||
      'No tags.',
  );
};
