import type { Params, PalaceApi } from '../../contract/palaceApi.ts';
import { eachCall } from './eachCall.ts';

/**
 * The calls, each delayed until `loaded` has resolved: until then the palace's vectors are being read, and drawers
 * would seem to have none. Only a search by words, which needs no vectors, answers sooner. If `loaded` rejects, so
 * do the calls.
 */
export const onceLoaded = (calls: PalaceApi, loaded: () => Promise<void>): PalaceApi =>
  eachCall(calls, (call, method) => async (params, options) => {
    const isByWords = method === 'search' && (params as Params<'search'>).words_only === true;
    if (!isByWords) await loaded();
    return call(params, options);
  });
