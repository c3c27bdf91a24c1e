import { sameStamp, type ModelStamp } from '../../model/embedding/modelStamp.ts';
import type { ModelGuardState } from '../../contract/search/searchResult.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';

/** Why there is no model to compare with. */
export type QueryModel = ModelStamp | { readonly unavailable: string };

export interface GuardOutcome {
  readonly state: ModelGuardState;
  /** Whether the palace's vectors may be compared with the query's. */
  readonly denseUsable: boolean;
  readonly warning: string | null;
}

/**
 * Vectors are comparable only if model, dimension, weights and engine are all the same. A palace without vectors has no
 * stamp yet, and nothing to compare.
 */
export const modelGuard = (ingest: ModelStamp | null, query: QueryModel, enabled: boolean): GuardOutcome => {
  const names = {
    ingest_model: ingest?.model ?? null,
    query_model: 'unavailable' in query ? null : query.model,
    dim_ingest: ingest?.dim ?? null,
    dim_query: 'unavailable' in query ? null : query.dim,
  };
  if ('unavailable' in query)
    return {
      state: { result: 'UNAVAILABLE', ...names },
      denseUsable: false,
      warning: `Searching by words only: ${query.unavailable}`,
    };
  if (ingest === null) return { state: { result: 'UNSTAMPED', ...names }, denseUsable: false, warning: null };
  if (!enabled)
    return { state: { result: 'OFF', ...names }, denseUsable: ingest.dim === query.dim, warning: null };
  if (sameStamp(ingest, query)) return { state: { result: 'MATCH', ...names }, denseUsable: true, warning: null };
  const alike = ingest.model === query.model && ingest.dim === query.dim;
  const detail = alike
    ? `; they differ in ${ingest.engine === query.engine ? 'their weights' : `engine: ${ingest.engine}, ${query.engine}`}`
    : '';
  return {
    state: { result: 'MISMATCH', ...names },
    denseUsable: false,
    warning: `ingest model: ${ingest.model} (${ingest.dim}), query model: ${query.model} (${query.dim}) — results may be unreliable${detail}. Searching by words only.`,
  };
};

/** Whether a strict model guard forbids the search, because the palace's vectors are of another model. */
export const isBlocked = (
  { guard }: { readonly guard: GuardOutcome },
  flags: Pick<ProfileFlags, 'model_guard_strict'>,
): boolean => guard.state.result === 'MISMATCH' && flags.model_guard_strict;
