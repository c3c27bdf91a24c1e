/** Saturation of a term's frequency. */
export const k1 = 1.2;
/** How much a text's length counts, 0 to 1, unless a field has its own. */
export const defaultB = 0.75;

/** ln(1 + (N − df + 0.5) / (df + 0.5)): positive for every df from 0 to N. */
export const inverseDocumentFrequency = (documents: number, documentFrequency: number): number =>
  Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));

/** An upper bound that no drawer's score for terms of these (weighted) idfs can reach: (k1 + 1) · Σ idf. */
export const scoreBound = (idfs: readonly number[]): number => (k1 + 1) * idfs.reduce((sum, idf) => sum + idf, 0);

/** BM25's denominator without tf, as `fixed + perWord · length`. */
export const lengthNorm = (
  averageLength: number,
  b: number,
): { readonly fixed: number; readonly perWord: number } => ({
  fixed: k1 * (1 - b),
  perWord: averageLength > 0 ? (k1 * b) / averageLength : 0,
});
