import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';

/** How far the selection and the pure cosine order disagree about one result. */
export interface Movement {
  /** Place by cosine alone, from 1; null if the drawer has no vector. */
  readonly cosineRank: number | null;
  /** Places climbed (positive) or fallen against cosine alone; null if unknown. */
  readonly climbed: number | null;
  /** The result above scores less, yet was picked first. */
  readonly scoresMoreThanAbove: boolean;
}

/** Movement of each result. The place by cosine alone is the dense leg's rank; nothing is ranked here. */
export const movements = (hits: readonly SearchHit[]): readonly Movement[] =>
  hits.map((hit, index) => {
    const above = hits[index - 1];
    const cosineRank = hit.legs?.['dense']?.rank ?? null;
    return {
      cosineRank,
      climbed: cosineRank === null ? null : cosineRank - hit.rank,
      scoresMoreThanAbove: above !== undefined && hit.score > above.score,
    };
  });
