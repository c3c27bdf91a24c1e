import { Option, type Command } from 'commander';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { queryPieces } from '../../palace/model/query/querySyntax.ts';
import { addFilterOptions, filterRequest, type FilterOptions } from './filterOptions.ts';
import type { GlobalOptions } from './globalOptions.ts';
import { profileRequest, type ProfileOptions } from './profileOptions.ts';
import type { RevealOption } from './revealOption.ts';
import { wholeNumber } from './wholeNumber.ts';

export interface SearchOptions extends GlobalOptions, FilterOptions, ProfileOptions, RevealOption {
  readonly k?: number;
  readonly sort?: 'relevance' | 'importance' | 'recency';
  readonly explain?: boolean;
  readonly trace?: boolean;
  readonly dryRun?: boolean;
  /** False: only this palace. */
  readonly links?: boolean;
  /** File to write the replay packet to. */
  readonly replay?: string;
}

/** Adds the options that searches and `why-not` share: filters and ranking. */
export const addSearchOptions = (command: Command): Command =>
  addFilterOptions(command)
    .option('--profile <name>', 'retrieval profile')
    .option('-k, --k <n>', 'how many results', wholeNumber(1, 1000))
    .addOption(
      new Option('--sort <order>', 'order of the results').choices(['relevance', 'importance', 'recency']),
    )
    .option('--set <flag=value...>', 'profile flags for this search')
    .option('--no-links', 'only this palace, without linked ones');

/** The search request of the options. Throws E_USAGE. */
export const searchRequest = (words: readonly string[], options: SearchOptions): SearchRequest => {
  const query = words.join(' ');
  if (options.links === false) demandOwnPalace(query);
  return {
    query,
    filter: filterRequest(options),
    ...profileRequest(options),
    ...(options.k === undefined ? {} : { k: options.k }),
    ...(options.sort === undefined ? {} : { sort_by: options.sort }),
    ...(options.explain === undefined ? {} : { explain: options.explain }),
    candidate_trace: options.trace === true,
    ...(options.links === false ? { links: false } : {}),
    dry_run: options.dryRun === true,
    replay: options.replay !== undefined,
  };
};

/** Throws E_USAGE if a search of this palace alone is for another one. */
const demandOwnPalace = (query: string): void => {
  const other = queryPieces(query)
    .flatMap((piece) => (piece.kind === 'field' && piece.field === 'palace' ? piece.values : []))
    .find((name) => name !== 'this');
  if (other !== undefined)
    throw new PalaceError(
      'E_USAGE',
      `--no-links leaves out every other palace, and palace:${other} in the query asks for one: leave out one of them.`,
    );
};
