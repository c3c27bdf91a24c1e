import { printableName } from '../../../base/text/printable.ts';
import type { Command } from 'commander';
import { removeLink } from '../../../service/links/linkFile.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';

/** `unlink`: takes a palace out of searches again. */
export const register = (program: Command): void => {
  addCommand(program, 'unlink <name-or-path>')
    .description('stop searching a linked palace; nothing in it is changed')
    .addHelpText('after', '\nExample:\n  synapse-palace unlink gateway')
    .action((given: string, _: unknown, command: Command) => unlink(given, optionsOf(command)));
};

const unlink = async (given: string, options: GlobalOptions): Promise<void> => {
  const gone = await removeLink(palaceLocation(options, '.').folder, given);
  printAnswer(
    options,
    { unlinked: gone },
    () => `“${gone.name}” (${printableName(gone.folder)}) is no longer linked.`,
  );
};
