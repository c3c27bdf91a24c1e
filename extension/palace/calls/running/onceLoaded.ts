import type { CallOptions, PalaceApi } from '../../contract/palaceApi.ts';

type AnyCall = (params: { readonly words_only?: boolean }, options?: CallOptions) => Promise<unknown>;

/**
 * The calls, each delayed until `loaded` has resolved: until then the palace's vectors are being read, and drawers
 * would seem to have none. Only a search by words, which needs no vectors, answers sooner. If `loaded` rejects, so
 * do the calls.
 */
export const onceLoaded = (calls: PalaceApi, loaded: () => Promise<void>): PalaceApi =>
  Object.fromEntries(
    Object.entries(calls as unknown as Record<string, AnyCall>).map(([method, call]): [string, AnyCall] => [
      method,
      async (params, options) => {
        if (method !== 'search' || params.words_only !== true) await loaded();
        return call(params, options);
      },
    ]),
  ) as unknown as PalaceApi;
