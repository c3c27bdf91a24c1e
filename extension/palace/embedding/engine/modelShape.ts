/** The sizes of a sentence encoder of BERT's kind. Every head has 32 components. */
export interface ModelShape {
  /** Token numbers are below this. */
  readonly vocabulary: number;
  /** Components of a token's vector; a multiple of 32. */
  readonly hidden: number;
  readonly layers: number;
  /** Components between the two linear layers of a feed-forward block; a multiple of 16. */
  readonly inner: number;
  /** Most tokens of a text; a multiple of 8, at most 256. */
  readonly positions: number;
}

export const headComponents = 32;
export const longestText = 256;
