import type { Command } from 'commander';
import type { LinkState } from '../../../palace/contract/search/linkSchemas.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { plural } from '../../../base/text/plural.ts';
import { printableName } from '../../../base/text/printable.ts';
import { count } from '../../terminal/terminal.ts';

/** `links`: the linked palaces and whether they can be searched. */
export const register = (program: Command): void => {
  addCommand(program, 'links')
    .description('the palaces that searches also find: whether they can be read, their size and model')
    .addHelpText('after', '\nExample:\n  synapse-palace links --json')
    .action((_: unknown, command: Command) => links(optionsOf(command)));
};

const links = async (options: GlobalOptions): Promise<void> => {
  const found = await withExistingPalace(options, (api) => api.links({}));
  printAnswer(options, found, () =>
    found.links.length === 0
      ? 'No palace is linked to this one. “synapse-palace link PATH” links one.'
      : found.links.map(lineOf).join('\n'),
  );
};

const lineOf = ({ name, folder, workspace, agents, problem, drawers, bytes, model }: LinkState): string =>
  [
    printableName(`${name}  ${workspace ?? folder}`),
    ...(problem === null
      ? [
          plural(drawers ?? 0, 'drawer'),
          `${count(Math.ceil((bytes ?? 0) / 1024))} KiB`,
          model === null ? 'no vectors' : model,
        ]
      : [`can’t be searched: ${problem}`]),
    agents ? 'agents find it too' : 'not for agents',
  ].join(' · ');
