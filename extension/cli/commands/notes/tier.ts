import type { Command } from 'commander';
import { tiers } from '../../../palace/model/drawer/drawer.ts';
import { addCommand, optionsOf } from '../../options/globalOptions.ts';
import { oneOf } from '../../options/oneOf.ts';
import { updateDrawers } from './updateDrawers.ts';

/** `tier`: moves drawers to a tier. */
export const register = (program: Command): void => {
  addCommand(program, 'tier <tier> <drawer-id...>')
    .description('put drawers into a tier: ephemeral, working or longterm')
    .addHelpText('after', '\nExample:\n  synapse-palace tier longterm drawer_gateway_src_0f3a9c2b7d1e4f60')
    .action((tier: string, ids: string[], _: unknown, command: Command) =>
      updateDrawers(ids, { tier: oneOf('tier', tiers, tier) }, optionsOf(command)),
    );
};
