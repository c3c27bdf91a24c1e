import { recordOf } from '../../../base/recordOf.ts';
import type { CallOptions, PalaceApi, PalaceMethod } from '../../contract/palaceApi.ts';

/** A call of any method: what wraps all of them alike needs no more. */
export type AnyCall = (params: unknown, options?: CallOptions) => Promise<unknown>;

/** The same calls, each as `around` makes it. */
export const eachCall = (calls: PalaceApi, around: (call: AnyCall, method: PalaceMethod) => AnyCall): PalaceApi =>
  recordOf(Object.keys(calls) as PalaceMethod[], (method) =>
    around(calls[method] as AnyCall, method),
  ) as unknown as PalaceApi;
