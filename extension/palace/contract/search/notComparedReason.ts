import type { reasonTexts } from './reasonTexts.ts';

type Reason = (typeof reasonTexts)[number];

/** Why a drawer could not be compared with the query by meaning. `isMeaningCompared`: whether the search compared vectors. */
export const notComparedReason = (
  {
    sensitive = false,
    archived = false,
    unembeddable = false,
  }: { readonly sensitive?: boolean; readonly archived?: boolean; readonly unembeddable?: boolean },
  isMeaningCompared: boolean,
): Reason => {
  if (!isMeaningCompared) return 'meaning was not compared';
  if (sensitive) return 'it is sensitive, so it has no vector';
  if (unembeddable) return 'the model can’t embed its text, so it has no vector';
  return archived ? 'it was archived before it got a vector' : 'it has no vector yet';
};
