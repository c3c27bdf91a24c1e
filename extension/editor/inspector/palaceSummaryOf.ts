import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { PalaceSummary } from '../../protocol/palaceSummary.ts';

const states = { ok: 'ok', read_only: 'readOnly', damaged: 'damaged' } as const;

/** The palace's status as the inspector's protocol has it; null (no palace yet) gives an empty palace. */
export const palaceSummaryOf = (status: PalaceStatus | null, workspace: string | null): PalaceSummary => {
  if (status === null) {
    return {
      workspace,
      state: 'ok',
      revision: 0,
      drawers: 0,
      archived: 0,
      wings: {},
      rooms: {},
      types: {},
      tiers: {},
      vectors: { done: 0, pending: 0, perSecond: null },
      model: { state: 'loading', palaceModel: null, currentModel: null, dimensions: null, engine: null },
      mining: null,
    };
  }
  const { drawers, embeddings, palace, model_guard: guard, mining } = status;
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
    mining:
      mining === null
        ? null
        : { stage: mining.stage, done: mining.done, total: mining.total, message: mining.message },
  };
};
