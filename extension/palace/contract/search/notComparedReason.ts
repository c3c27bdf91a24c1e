/**
 * Why a drawer could not be compared with the query by meaning, as `reasonTexts.ts` lists it. `palace`: the linked palace that it
 * lives in, which is only read: it may have a vector of another model there, or never get one. `isMeaningCompared`: whether the
 * search compared vectors.
 */
export const notComparedReason = (
  {
    sensitive = false,
    archived = false,
    unembeddable = false,
    palace,
  }: {
    readonly sensitive?: boolean;
    readonly archived?: boolean;
    readonly unembeddable?: boolean;
    readonly palace?: string;
  },
  isMeaningCompared: boolean,
): string => {
  if (!isMeaningCompared) return 'meaning was not compared';
  if (sensitive) return 'it is sensitive, so it has no vector';
  if (palace !== undefined) return `no vector in “${palace}” to compare`;
  if (unembeddable) return 'the model can’t embed its text, so it has no vector';
  return archived ? 'it was archived before it got a vector' : 'it has no vector yet';
};
