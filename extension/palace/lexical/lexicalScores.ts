import type { ScratchArrays } from '../../base/scratchArrays.ts';

/** Statistics of one of the query's terms. */
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
  /** Mask of the query's words that each slot holds, by {@link LexicalQuery.words}. */
  readonly held: Int32Array;
  /** How many of the query's words each slot holds; `words` means all of them. */
  readonly matchedTerms: Uint8Array;
  /** At most 32; in a longer query all further words count as one. */
  readonly words: number;
  readonly terms: readonly TermStatistics[];
  /** (k1 + 1) · Σ weight · idf of `terms`: an upper bound that no score reaches. */
  readonly maxPossible: number;
}

/** Scores that are summed over fields. `terms` and `maxPossible` are those of the text. */
export interface FieldedScores extends LexicalScores {
  /** What each field added to `scores`, parallel to them. */
  readonly fields: { readonly text: Float64Array; readonly path: Float64Array; readonly names: Float64Array };
}

/** What BM25 counts in one field of the drawers. */
export interface FieldCounts {
  readonly documents: number;
  /** Words of all documents. */
  readonly length: number;
  /** Term → documents that hold it. A term that is not listed is counted in the index itself. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** The counts of every field. */
export interface LexicalCounts {
  readonly text: FieldCounts;
  readonly names: FieldCounts;
  readonly paths: FieldCounts;
}

/** The sum of several indexes' counts. */
export const sumOfCounts = ([first, ...others]: readonly [FieldCounts, ...FieldCounts[]]): FieldCounts =>
  others.reduce<FieldCounts>(
    (sum, { documents, length, frequencies }) => ({
      documents: sum.documents + documents,
      length: sum.length + length,
      frequencies: new Map(
        [...sum.frequencies].map(([term, count]) => [term, count + (frequencies.get(term) ?? 0)]),
      ),
    }),
    first,
  );

export interface ScoreOptions {
  /** Where the scores are put; arrays of their own by default. */
  readonly arrays?: ScratchArrays | undefined;
  /** Counts of several indexes, used for idf and average length instead of this one's own. */
  readonly counts?: FieldCounts | undefined;
  /** Where idf and average length come from; `corpus` by default. */
  readonly statistics?: 'corpus' | 'scope';
  /** False: only slots that hold all of the query's words. True by default. */
  readonly anyOf?: boolean;
}
