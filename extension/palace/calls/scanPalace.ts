import type { CallOptions, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import type { PipelineHooks } from '../retrieval/query/pipelineHooks.ts';
import { neighbourReplacements } from '../memory/curation/neighbourReplacements.ts';
import { paginatedScoring } from '../memory/usage/paginatedScoring.ts';
import type { ProfileLayer } from '../contract/caller.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

interface ScanParts {
  readonly store: PalaceStore;
  readonly indexes: Pick<PalaceIndexes, 'catalogue' | 'vectors'>;
  readonly hooks: PipelineHooks;
  readonly profileLayers: readonly ProfileLayer[];
  readonly clock: () => Date;
}

/** Scans the palace, in wire form. Throws the profile's errors, E_CANCELLED, E_PALACE_READ_ONLY. */
export const scanPalace = (
  request: Params<'scanPalace'>,
  { signal, onProgress }: CallOptions,
  { store, indexes, hooks, profileLayers, clock }: ScanParts,
): Promise<Result<'scanPalace'>> => {
  const { flags } = resolveProfile(request.profile ?? 'default', profileLayers, request.overrides);
  const maxScanDepth = request.max_scan_depth ?? flags.max_scan_depth;
  return paginatedScoring(
    {
      batchSize: flags.paginated_scoring ? (request.batch_size ?? flags.batch_size) : maxScanDepth,
      maxScanDepth,
      dryRun: request.dry_run ?? false,
      candidateTrace: request.candidate_trace ?? false,
      signal,
      onBatch: (done, total) =>
        onProgress?.({ stage: 'scanning', done, total, message: 'use of drawers', per_second: null }),
    },
    {
      store,
      hooks,
      flags,
      now: () => clock().getTime(),
      timer: () => performance.now(),
      replaced: async () => {
        const { found } = await neighbourReplacements(indexes.catalogue, indexes.vectors, store.read, flags, {
          signal,
        });
        return new Set(found.map(({ older }) => indexes.catalogue.rowidOf(older)));
      },
    },
  );
};
