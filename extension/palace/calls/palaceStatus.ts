import { join } from 'node:path';
import { plural } from '../../base/text/plural.ts';
import type { DrawerEmbedder } from '../indexing/drawerEmbedder.ts';
import { waitingPlans } from './waitingPlans.ts';
import { stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { withRemedy } from '../model/errors/palaceError.ts';
import type { MineProgress } from '../contract/filing/mineProgress.ts';
import type { PalaceStatus } from '../contract/maintenanceSchemas.ts';
import { folderRegistryKey } from '../model/source/folderRegistry.ts';
import { modelGuard, type QueryModel } from '../retrieval/query/modelGuard.ts';
import type { MovedBatch } from '../contract/memory/moveSchemas.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { writeRefusal } from '../store/storeHealth.ts';

interface StatusParts {
  readonly store: PalaceStore;
  readonly workspace: string | null;
  readonly ingest: ModelStamp | null;
  /** The model of the rebuild that is running, if any. */
  readonly rebuilding: ModelStamp | null;
  /** The available model, or why there is none. */
  readonly model: QueryModel;
  /** What a person should know about the loaded model; null: nothing. */
  readonly notice: string | null;
  /** Drawers for whose text the model has no usable vector. */
  readonly unusable: number;
  readonly queue: Pick<DrawerEmbedder, 'state' | 'perSecond' | 'problem' | 'holdUp'>;
  readonly mining: MineProgress | null;
  readonly ltp: PalaceStatus['ltp'];
  /** What is wrong in the files of its settings, profiles, links and team. */
  readonly fileProblems: readonly string[];
  /** At most {@link mostMoved}. */
  readonly moved: readonly MovedBatch[];
}

/** Batches of moved drawers that are listed. */
export const mostMoved = 10;

/** The palace's state, with warnings about what a person should know or fix. */
export const palaceStatus = (parts: StatusParts): PalaceStatus => {
  const { store, workspace, ingest, rebuilding, model, queue, mining, ltp } = parts;
  const counts = store.read.counts();
  const guard = modelGuard(ingest, model, true);
  const isUnavailable = 'unavailable' in model;
  const stamp = rebuilding ?? ingest ?? (isUnavailable ? null : model);
  const refusal = writeRefusal(store.health);
  // Without a model, nothing has a vector of it yet.
  const vectors = store.read.vectorCounts(stamp === null ? '' : stampKey(stamp));
  return {
    drawers: {
      total: counts.total,
      archived: counts.archived,
      by_wing: { ...counts.byWing },
      by_room: Object.fromEntries(Object.entries(counts.byRoom).map(([wing, rooms]) => [wing, { ...rooms }])),
      by_type: { ...counts.byType },
      by_tier: { ...counts.byTier },
    },
    embeddings: {
      model: stamp?.model ?? null,
      dim: stamp?.dim ?? null,
      engine: stamp?.engine ?? null,
      done: vectors.done,
      pending: vectors.pending,
      per_second: queue.perSecond,
      state: isUnavailable ? 'unavailable' : queue.state,
      hold_up: queue.holdUp,
    },
    palace: {
      path: store.folder,
      revision: store.revision,
      schema_version: store.schemaVersion,
      bytes: store.bytes(),
      state: store.health.state,
      ...(refusal === null ? {} : { write_refusal: refusal }),
      workspace,
    },
    patterns: { active: store.read.activePatterns() },
    moved: [...parts.moved],
    waiting: waitingPlans(store.read),
    model_guard: guard.state,
    mining,
    mined: store.read.meta(folderRegistryKey) !== undefined,
    ltp,
    warnings: warningsOf(parts, guard.warning, vectors.pending),
  };
};

/** `pending`: drawers that have no vector yet. */
const warningsOf = (
  { store, rebuilding, model, notice, unusable, queue, fileProblems }: StatusParts,
  ofGuard: string | null,
  pending: number,
): string[] => [
  ...(store.health.state === 'ok' ? [] : [store.health.reason]),
  ...store
    .copies()
    .foreignLogs.map(
      (name) =>
        `${join(store.folder, name)} is the log of an earlier palace file, and was not applied to the present one. Delete it once you don't need what it holds.`,
    ),
  ...(ofGuard === null ? [] : [ofGuard]),
  ...(notice === null ? [] : [notice]),
  ...(rebuilding === null
    ? []
    : [
        `The embeddings are being rebuilt with ${rebuilding.model}: ${plural(pending, 'drawer')} to go. Searching by words only meanwhile.`,
      ]),
  ...(queue.problem === undefined || 'unavailable' in model ? [] : [withRemedy(queue.problem)]),
  ...(unusable === 0
    ? []
    : [
        `The model has no vector for the ${unusable === 1 ? 'text' : 'texts'} of ${plural(unusable, 'drawer')}. A search finds ${unusable === 1 ? 'it by its' : 'them by their'} words and not by ${unusable === 1 ? 'its' : 'their'} meaning.`,
      ]),
  ...fileProblems,
];
