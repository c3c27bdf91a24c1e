import type { PalaceStatus } from '../../palace/palaceApi.ts';
import type { Wording } from '../wording.ts';

/** What a person is asked before the embeddings are rebuilt: how much, with which model, what happens meanwhile. */
export const rebuildQuestion = ({ embeddings, model_guard: guard }: PalaceStatus, wording: Wording): { readonly message: string; readonly detail: string } => {
  const drawers = embeddings.done + embeddings.pending;
  const model = guard.query_model ?? embeddings.model;
  return {
    message: drawers === 1 ? wording.t('Rebuild the embedding of 1 drawer?') : wording.t('Rebuild the embeddings of {0} drawers?', wording.count(drawers)),
    detail: [
      model === null ? wording.t('Each drawer\'s meaning is worked out anew with the model of this version.') : wording.t('Each drawer\'s meaning is worked out anew with {0}.', model),
      wording.t('No text is changed, nothing leaves this machine. Search by words works meanwhile. You can stop it; it goes on from there.'),
    ].join(' '),
  };
};

/** What rebuilding came to. */
export const rebuildOutcome = ({ done, pending }: { readonly done: number; readonly pending: number }, wording: Wording): string => (pending === 0
  ? wording.t('The embeddings were rebuilt: all {0} vectors are there.', wording.count(done))
  : wording.t('{0} of {1} vectors are rebuilt; the rest follows in the background.', wording.count(done), wording.count(done + pending)));
