import type { PalaceStatus } from '../../palace/contract/palaceApi.ts';
import type { Wording } from '../platform/localiser.ts';

/** Said instead of asking where the vectors are of the model at hand already; null where there is something to rebuild, or may be. */
export const nothingToRebuild = ({ embeddings, model_guard: guard }: PalaceStatus, wording: Wording): string | null => {
  if (guard.result !== 'MATCH') return null;
  const model = guard.query_model ?? '?';
  return embeddings.pending === 0
    ? wording.t('There is nothing to rebuild: all {0} vectors were made by {1}, which is in use.', wording.count(embeddings.done), model)
    : wording.t('There is nothing to rebuild: the vectors were made by {0}, which is in use; {1} more are being worked out.', model, wording.count(embeddings.pending));
};

/** What a person is asked before the embeddings are rebuilt: how much, with which model, what happens meanwhile. */
export const rebuildQuestion = ({ embeddings, model_guard: guard }: PalaceStatus, wording: Wording): { readonly message: string; readonly detail: string } => {
  const drawers = embeddings.done + embeddings.pending;
  const model = guard.query_model ?? embeddings.model;
  return {
    message: drawers === 1 ? wording.t('Rebuild the embedding of 1 drawer?') : wording.t('Rebuild the embeddings of {0} drawers?', wording.count(drawers)),
    detail: [
      model === null ? wording.t('Each drawer\'s meaning is worked out anew with the model of this version.') : wording.t('Each drawer\'s meaning is worked out anew with {0}.', model),
      wording.t('No text is changed, nothing leaves this machine. Search by words works meanwhile. It goes on in the background when you cancel the waiting, and after a restart.'),
    ].join(' '),
  };
};

/** What rebuilding came to. */
export const rebuildOutcome = ({ done, pending }: { readonly done: number; readonly pending: number }, wording: Wording): string => (pending === 0
  ? wording.t('The embeddings were rebuilt: all {0} vectors are there.', wording.count(done))
  : wording.t('{0} of {1} vectors are rebuilt; the rest follows in the background.', wording.count(done), wording.count(done + pending)));
