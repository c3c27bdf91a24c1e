import * as z from 'zod';
import { tokenBudgets } from '../quoting/tokenBudget.ts';
import { meantBySearch } from '../../palace/contract/search/meantSearch.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';
import { agentTool, reads } from './agentTool.ts';
import { agentFilter, daysBack, filterArguments, longest } from './filterArguments.ts';
import { sourcePath } from './sourcePath.ts';
import { searchAnswer, searchOutput } from '../answers/searchAnswer.ts';

const query = z
  .string()
  .min(1)
  .max(longest.query)
  .describe('Words; "a phrase", -word, wing:, room:, type:, tier:, kind:, tag:, path:, palace:, before:, after:');
const limit = z.int().min(1).max(100);
const more = 'Raise token_budget, or narrow the search.';
/** Default number of results: few words of each, so that they fit. */
const usualPlaces = 30;
/** Number of drawers requested, so that there are enough files even if one has many of them. */
const drawersAsked = 100;
/** Tokens of a search's answer, unless it is explained. */
const usualTokens = 2000;

/** Without tags: a sensitive drawer's are not for agents. */
const meantBy = (
  searched: Pick<SearchRequest, 'query' | 'filter'>,
  result: SearchResult,
  palace: Pick<PalaceApi, 'status'>,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> =>
  meantBySearch(searched, result, { status: (request) => palace.status(request, { signal }) });

export const mempalaceSearch = agentTool({
  name: 'mempalace_search',
  title: 'Search the memory',
  description:
    'Searches this workspace (files, commits, conversations, notes) by words and meaning: many places, the best ones with more of their text. explain shows how each score came about.',
  input: {
    query,
    limit: limit.optional().describe('30; with explain 10'),
    ...filterArguments,
    sort_by: z.enum(['relevance', 'importance', 'recency']).optional(),
    profile: z.string().min(1).max(longest.name).optional().describe('Retrieval profile'),
    explain: z.boolean().optional(),
    candidate_trace: z.boolean().optional().describe('Which candidates were dropped, where and why'),
    dry_run: z.boolean().optional().describe('Record nothing: neither the search nor its results'),
  },
  output: searchOutput,
  annotations: reads,
  gives: ({ dry_run: dryRun }) => dryRun !== true,
  usualBudget: ({ explain, candidate_trace: trace }) =>
    explain === true || trace === true ? tokenBudgets.usual : usualTokens,
  async run(
    palace,
    { query: text, limit: k, sort_by: sort, profile, explain, candidate_trace: trace, dry_run: dryRun, ...filter },
    { signal, workspace },
  ) {
    const isInspected = explain === true || trace === true;
    const count = isInspected ? k : drawersAsked;
    const within = filter.path === undefined ? {} : { path: sourcePath(filter.path, await workspace()) };
    const searched = { query: text, filter: agentFilter({ ...filter, ...within }) };
    const result = await palace.search(
      {
        ...searched,
        ...(count === undefined ? {} : { k: count }),
        ...(sort === undefined ? {} : { sort_by: sort }),
        ...(profile === undefined ? {} : { profile }),
        ...(explain === undefined ? {} : { explain }),
        ...(trace === undefined ? {} : { candidate_trace: trace }),
        ...(dryRun === undefined ? {} : { dry_run: dryRun }),
      },
      { signal },
    );
    return searchAnswer(result, {
      more,
      limit: k ?? usualPlaces,
      meant: await meantBy(searched, result, palace, signal),
    });
  },
});

export const contextSearch = agentTool({
  name: 'context_search',
  title: 'Search saved context',
  description: 'Finds entries by words and meaning: notes, commits, conversations and files of this workspace.',
  input: {
    query,
    type: filterArguments.type,
    tier: filterArguments.tier,
    include_archived: filterArguments.include_archived,
    days: z.int().min(1).max(36_500).optional().describe('Only entries of the last so many days'),
    limit: limit.default(usualPlaces),
  },
  output: searchOutput,
  annotations: reads,
  gives: () => true,
  usualBudget: () => usualTokens,
  async run(palace, { query: text, limit: k, days, ...filter }, { signal }) {
    const after = days === undefined ? {} : { after: daysBack(days) };
    const searched = { query: text, filter: agentFilter({ ...filter, ...after }) };
    const result = await palace.search({ ...searched, k: drawersAsked }, { signal });
    return searchAnswer(result, { more, limit: k, meant: await meantBy(searched, result, palace, signal) });
  },
});
