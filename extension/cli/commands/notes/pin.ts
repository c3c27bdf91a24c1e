import type { Command } from 'commander';
import { addCommand, optionsOf } from '../../options/globalOptions.ts';
import { updateDrawers } from './updateDrawers.ts';

const commands = [
  { name: 'pin', pinned: true, description: 'pin drawers: nothing demotes, archives or compacts them' },
  { name: 'unpin', pinned: false, description: 'unpin drawers' },
] as const;

/** `pin` and `unpin`. */
export const register = (program: Command): void => {
  for (const { name, pinned, description } of commands)
    addCommand(program, `${name} <drawer-id...>`)
      .description(description)
      .addHelpText('after', `\nExample:\n  synapse-palace ${name} drawer_gateway_src_0f3a9c2b7d1e4f60`)
      .action((ids: string[], _: unknown, command: Command) => updateDrawers(ids, { pinned }, optionsOf(command)));
};
