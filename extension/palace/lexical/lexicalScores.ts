/** What is known of one of the query's terms. */
export interface TermStatistics {
  readonly term: string;
  readonly idf: number;
  /** Factor of the idf in the score: 1, less for the parts of an identifier. */
  readonly weight: number;
  /** Drawers of the index that hold it. */
  readonly df: number;
  /** Drawers of the scope that hold it. */
  readonly dfInScope: number;
}

/** Every slot of the scope that holds a term of the query; parallel arrays, in no particular order. */
export interface LexicalScores {
  readonly slots: Uint32Array;
  /** BM25, above 0. */
  readonly scores: Float64Array;
  /** How many of the query's words each slot holds; it holds all of them where this is `words`. */
  readonly matchedTerms: Uint8Array;
  /** At most 32: longer queries' last words count as one. */
  readonly words: number;
  readonly terms: readonly TermStatistics[];
  /** (k1 + 1) · Σ weight · idf of `terms`: no score reaches it. */
  readonly maxPossible: number;
}

export interface ScoreOptions {
  /** Whose idf and average length count; `corpus` unless set. */
  readonly statistics?: 'corpus' | 'scope';
  /** False: only slots that hold all of the query's words. True unless set. */
  readonly anyOf?: boolean;
}
