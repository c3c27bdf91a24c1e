import type { Command } from 'commander';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { updateDrawers } from './updateDrawers.ts';

interface ArchiveOptions extends GlobalOptions {
  readonly reason?: string;
}

/** `archive`: removes drawers from searches and lists. */
export const register = (program: Command): void => {
  addCommand(program, 'archive <drawer-id...>')
    .description('take drawers out of search and lists; nothing is deleted')
    .option('--reason <text>', 'why (default: by_hand)')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace archive drawer_gateway_src_0f3a9c2b7d1e4f60 --reason "moved to the wiki"',
    )
    .action((ids: string[], _: unknown, command: Command) => {
      const options = optionsOf<ArchiveOptions>(command);
      const reason = options.reason === undefined ? {} : { archive_reason: options.reason };
      return updateDrawers(ids, { archived: true, ...reason }, options);
    });
};
