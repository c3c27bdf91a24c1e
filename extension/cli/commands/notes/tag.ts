import type { Command } from 'commander';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { updateDrawers } from './updateDrawers.ts';

interface TagOptions extends GlobalOptions {
  readonly add?: string[];
  readonly remove?: string[];
}

/** `tag`: adds and removes tags. */
export const register = (program: Command): void => {
  addCommand(program, 'tag <drawer-id...>')
    .description('add and remove tags')
    .option('--add <tags...>', 'tags to add')
    .option('--remove <tags...>', 'tags to remove')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace tag drawer_gateway_src_0f3a9c2b7d1e4f60 --add auth --remove draft',
    )
    .action((ids: string[], _: unknown, command: Command) => {
      const options = optionsOf<TagOptions>(command);
      const { add, remove } = options;
      if (add === undefined && remove === undefined)
        throw new PalaceError('E_USAGE', 'tag: no tag was given.', { remedy: 'Give --add, --remove or both.' });
      return updateDrawers(ids, { tags_add: add ?? [], tags_remove: remove ?? [] }, options);
    });
};
