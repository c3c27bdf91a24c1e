import type { CallOptions, Params, Result } from './palaceApi.ts';
import type { Hooks } from './retrieval/hooks.ts';
import { paginatedScoring } from './retrieval/paginatedScoring.ts';
import { resolveProfile, type ProfileLayer } from './retrieval/profiles.ts';
import type { PalaceStore } from './store/palaceStore.ts';

/** Drawers a batch, and a run, unless the call says. */
const defaults = { batchSize: 5000, maxScanDepth: 50_000 } as const;

export interface ScanParts {
  readonly store: PalaceStore;
  readonly hooks: Hooks;
  readonly profileLayers: readonly ProfileLayer[];
  readonly clock: () => Date;
}

/** A scan of the palace, asked for in wire form. Throws the profile's errors, E_CANCELLED, E_PALACE_READ_ONLY. */
export const scanPalace = (
  request: Params<'scanPalace'>, { signal, onProgress }: CallOptions, { store, hooks, profileLayers, clock }: ScanParts,
): Promise<Result<'scanPalace'>> => {
  const { flags } = resolveProfile(request.profile ?? 'default', profileLayers, request.overrides);
  return paginatedScoring({
    batchSize: request.batch_size ?? defaults.batchSize, maxScanDepth: request.max_scan_depth ?? defaults.maxScanDepth,
    dryRun: request.dry_run ?? false, candidateTrace: request.candidate_trace ?? false, signal,
    onBatch: (done, total) => onProgress?.({ stage: 'scanning', done, total, message: 'use of drawers', per_second: null }),
  }, { store, hooks, flags, now: () => clock().getTime(), timer: () => performance.now() });
};
