import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer } from '../../connection/namedDrawers.ts';
import { addFilterOptions, filterRequest, type FilterOptions } from '../../options/filterOptions.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { printResult } from './printResult.ts';

interface SimilarOptions extends GlobalOptions, FilterOptions {
  readonly k?: number;
}

/** `similar`: lists the drawers whose vectors are nearest to a drawer's. */
export const register = (program: Command): void => {
  addFilterOptions(addCommand(program, 'similar <drawer-id>'))
    .description('drawers whose meaning is nearest to a drawer’s')
    .option('-k, --k <n>', 'how many', wholeNumber(1, 100))
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace similar drawer_gateway_src_0f3a9c2b7d1e4f60 --k 5 --wing gateway',
    )
    .action((id: string, _: unknown, command: Command) => similar(id, optionsOf(command)));
};

const similar = async (name: string, options: SimilarOptions): Promise<void> => {
  const result = await withExistingPalace(options, async (api, location) =>
    api.similar({
      drawer_id: await namedDrawer({ api, location }, name),
      filter: filterRequest(options),
      ...(options.k === undefined ? {} : { k: options.k }),
    }),
  );
  printResult(result, options.json === true);
};
