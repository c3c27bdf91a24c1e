import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { existingPalace } from './existingPalace.ts';
import { filterRequest, printResult, type FilterOptions } from './search.ts';

/** Lists the drawers whose vectors are nearest to a drawer's. */
export const similarCommand = async (
  id: string,
  options: GlobalOptions & FilterOptions & { readonly k?: number },
): Promise<void> => {
  const result = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.similar({
      drawer_id: id,
      filter: filterRequest(options),
      ...(options.k === undefined ? {} : { k: options.k }),
    }),
  );
  printResult(result, options.json === true, false);
};
