import { maskedResult } from '../palace/contract/search/maskedResult.ts';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';
import { replayPacketSchema, type SearchResult } from '../palace/contract/search/searchResult.ts';
import { searchRequestSchema } from '../palace/contract/search/searchSchemas.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { schemaProblem } from '../palace/model/errors/schemaProblem.ts';
import type { SearchRequest } from './publicApi.ts';

/** A search by another extension or program. Secrets are masked. Throws E_USAGE and the errors of searching. */
export const publicSearch = async (
  query: string | SearchRequest,
  options: { readonly signal?: AbortSignal } = {},
  palace: () => Promise<Pick<PalaceApi, 'search'>>,
): Promise<SearchResult> => {
  const given = typeof query === 'string' ? { query } : query;
  const request = searchRequestSchema.safeParse(given);
  if (!request.success)
    throw new PalaceError('E_USAGE', `The request can’t be used: ${schemaProblem(request.error, given)}.`, {
      remedy: 'Correct the request; docs/api.md lists its fields.',
    });
  const api = await palace();
  return maskedResult(await api.search(request.data, options));
};

/** A replay for another extension or program. Throws E_REPLAY. */
export const publicReplay = async (
  packet: unknown,
  palace: () => Promise<Pick<PalaceApi, 'replay'>>,
): Promise<SearchResult> => {
  const recorded = replayPacketSchema.safeParse(packet);
  if (!recorded.success)
    throw new PalaceError('E_REPLAY', `This is not a packet to replay: ${schemaProblem(recorded.error, packet)}.`);
  const api = await palace();
  return maskedResult(await api.replay({ packet: recorded.data }));
};
