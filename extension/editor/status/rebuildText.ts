import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawersText } from '../platform/countedText.ts';

/** The message if all vectors are already of the current model; null if there may be something to rebuild. */
export const nothingToRebuild = (
  { embeddings, model_guard: guard }: PalaceStatus,
  localiser: Localiser,
): string | null => {
  if (guard.result !== 'MATCH') return null;
  const model = guard.query_model ?? '?';
  return embeddings.pending === 0
    ? embeddings.done === 1
      ? localiser.t('There is nothing to rebuild: the one vector was made by {0}, which is in use.', model)
      : localiser.t(
          'There is nothing to rebuild: all {0} vectors were made by {1}, which is in use.',
          localiser.count(embeddings.done),
          model,
        )
    : localiser.t(
        'There is nothing to rebuild: the vectors were made by {0}, which is in use; {1} more are being worked out.',
        model,
        localiser.count(embeddings.pending),
      );
};

/** The question before embeddings are rebuilt: how many, with which model, and what happens in the meantime. */
export const rebuildQuestion = (
  { embeddings, model_guard: guard }: PalaceStatus,
  localiser: Localiser,
): { readonly message: string; readonly detail: string } => {
  const drawers = embeddings.done + embeddings.pending;
  const model = guard.query_model ?? embeddings.model;
  return {
    message:
      drawers === 1
        ? localiser.t('Rebuild the embedding of 1 drawer?')
        : localiser.t('Rebuild the embeddings of {0} drawers?', localiser.count(drawers)),
    detail: [
      model === null
        ? localiser.t("Each drawer's meaning is worked out again with the model of this version.")
        : localiser.t("Each drawer's meaning is worked out again with {0}.", model),
      localiser.t(
        'No text is changed, nothing leaves this machine. Search by words works meanwhile. It goes on in the background when you cancel the waiting, and after a restart.',
      ),
    ].join(' '),
  };
};

/** The result of rebuilding. */
export const rebuildOutcome = (
  { done, pending }: { readonly done: number; readonly pending: number },
  localiser: Localiser,
): string =>
  pending === 0
    ? localiser.t('The embeddings were rebuilt ({0}).', drawersText(done, localiser))
    : localiser.t(
        'Embeddings rebuilt so far: {0} of {1}. The rest follows in the background.',
        localiser.count(done),
        localiser.count(done + pending),
      );
