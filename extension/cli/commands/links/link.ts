import { printableName } from '../../../base/text/printable.ts';
import type { Command } from 'commander';
import { addLink } from '../../../service/links/linkFile.ts';
import { existingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { printAnswer } from '../../terminal/print.ts';

interface LinkOptions extends GlobalOptions {
  readonly name?: string;
  readonly agents?: boolean;
}

/** `link`: lets searches of this palace find the drawers of another one. */
export const register = (program: Command): void => {
  addCommand(program, 'link <path>')
    .description('let searches also find another palace of yours, which is only read')
    .option('--name <name>', 'the label of its results (default: its folder’s name)')
    .option('--agents', 'agents may find its drawers, too')
    .option('--no-agents', 'agents may not, which is the default')
    .addHelpText(
      'after',
      '\nThe path is a workspace’s folder or a palace’s own. Linking again changes the name or what agents may do.\n\nExamples:\n  synapse-palace link ../gateway\n  synapse-palace link ~/projects/docs --name docs --agents',
    )
    .action((path: string, _: unknown, command: Command) => link(path, optionsOf(command)));
};

const link = async (path: string, options: LinkOptions): Promise<void> => {
  const { folder } = existingPalace(options);
  const made = await addLink(folder, named('the path', path), {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.agents === undefined ? {} : { agents: options.agents }),
  });
  printAnswer(
    options,
    { link: made },
    () =>
      `Searches find ${printableName(made.folder)} as “${made.name}”${made.agents ? ', agents’ searches too' : '; agents do not (--agents lets them)'}. palace:${made.name} searches it alone.`,
  );
};
