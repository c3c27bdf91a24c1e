import { entryTypes, tiers } from '../../palace/model/drawer/drawer.ts';
import { errorText, type ErrorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { FilterRequest } from '../../palace/contract/search/drawerFilterSchema.ts';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';
import type { InspectorFilter, InspectorSearch } from '../../protocol/inspectorNavigation.ts';

const known = <Name extends string>(
  unknown: (name: string, known: string) => ErrorText,
  names: readonly string[] | undefined,
  all: readonly Name[],
): Name[] | undefined =>
  names?.map((name) => {
    const found = all.find((candidate) => candidate === name);
    if (found === undefined) throw new PalaceError('E_QUERY_FIELD', unknown(name.slice(0, 60), all.join(', ')));
    return found;
  });

const filterRequest = (filter: InspectorFilter): FilterRequest => ({
  wing: filter.wing,
  room: filter.room,
  type: known(
    (name, types) => errorText`“${name}” is not a type. The types are: ${types}.`,
    filter.type,
    entryTypes,
  ),
  tier: known((name, names) => errorText`“${name}” is not a tier. The tiers are: ${names}.`, filter.tier, tiers),
  after: filter.after,
  before: filter.before,
  include_archived: filter.includeArchived,
});

/** The inspector's search as a call of the palace; absent choices come from the settings. */
export const inspectorRequest = (
  search: InspectorSearch,
  settings: { readonly profile: string; readonly results: number },
): SearchRequest => ({
  query: search.query,
  profile: search.profile ?? settings.profile,
  filter: filterRequest(search.filter),
  k: search.k ?? settings.results,
  ...(search.sortBy === undefined ? {} : { sort_by: search.sortBy }),
  explain: search.explain,
  candidate_trace: search.candidateTrace,
  dry_run: search.dryRun,
  // An explained result needs its vectors to be fully explained.
  complete: true,
  ...(search.overrides === undefined ? {} : { overrides: search.overrides }),
});
