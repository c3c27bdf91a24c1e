import type { Command } from 'commander';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { updateDrawers } from './updateDrawers.ts';

interface MoveOptions extends GlobalOptions {
  readonly wing?: string;
  readonly room?: string;
}

/** `move`: moves drawers to another wing or room, under the same IDs. */
export const register = (program: Command): void => {
  addCommand(program, 'move <drawer-id...>')
    .description('move drawers to another wing or room; their IDs stay, and mining does not move them back')
    .option('--wing <name>', 'the wing that they go to', namedBy('--wing'))
    .option('--room <name>', 'the room that they go to', namedBy('--room'))
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace move drawer_gateway_notes_0f3a9c2b7d1e4f60 --wing gateway --room decisions',
    )
    .action((ids: string[], _: unknown, command: Command) => {
      const options = optionsOf<MoveOptions>(command);
      const { wing, room } = options;
      if (wing === undefined && room === undefined)
        throw new PalaceError('E_USAGE', 'move: no wing or room was given.', {
          remedy: 'Give --wing, --room or both.',
        });
      return updateDrawers(
        ids,
        { ...(wing === undefined ? {} : { wing }), ...(room === undefined ? {} : { room }) },
        options,
      );
    });
};
