import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { PalaceSummary } from '../../protocol/palaceSummary.ts';
import { progressText } from '../platform/progressText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { underWay } from '../platform/underWay.ts';

const states = { ok: 'ok', read_only: 'readOnly', damaged: 'damaged' } as const;

/** The palace's status as the inspector's protocol has it; null (no palace) gives an absent one. */
export const palaceSummaryOf = (
  status: PalaceStatus | null,
  workspace: string | null,
  localiser: Localiser,
): PalaceSummary => {
  if (status === null) {
    return {
      workspace,
      state: 'absent',
      revision: 0,
      drawers: 0,
      archived: 0,
      wings: {},
      rooms: {},
      types: {},
      tiers: {},
      vectors: { done: 0, pending: 0, perSecond: null },
      model: { state: 'loading', palaceModel: null, currentModel: null, dimensions: null, engine: null },
      underWay: null,
    };
  }
  const { drawers, embeddings, palace, model_guard: guard } = status;
  const work = underWay(status);
  return {
    workspace: palace.workspace ?? workspace,
    state: states[palace.state],
    revision: palace.revision,
    drawers: drawers.total,
    archived: drawers.archived,
    wings: drawers.by_wing,
    rooms: drawers.by_room,
    types: drawers.by_type,
    tiers: drawers.by_tier,
    vectors: { done: embeddings.done, pending: embeddings.pending, perSecond: embeddings.per_second },
    model: {
      state: embeddings.state,
      palaceModel: guard.ingest_model ?? embeddings.model,
      currentModel: guard.query_model ?? embeddings.model,
      dimensions: embeddings.dim,
      engine: embeddings.engine,
    },
    underWay:
      work === null
        ? null
        : { stage: work.stage, done: work.done, total: work.total, text: progressText(work, localiser) },
  };
};
