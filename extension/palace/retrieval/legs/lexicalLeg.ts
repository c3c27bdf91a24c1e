import { firstOf } from '../../../base/boundedHeap.ts';
import { ScratchArrays } from '../../../base/scratchArrays.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { lexicalQuery, type LexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import type { LexicalCounts, TermStatistics } from '../../lexical/lexicalScores.ts';
import type { FieldParts, LegRange } from '../candidates/legParts.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { LegScores } from './legScores.ts';

export interface LexicalLeg extends LegScores {
  readonly terms: readonly TermStatistics[];
  /** 0…1: the greatest score of a text as a share of the greatest possible one. */
  readonly confidence: number;
  /** The parts of a drawer's score, one for each field. */
  readonly fieldsOf: (slot: number) => FieldParts;
  /** 0…1: how many of the query's words these slots hold together, each word by its idf. */
  readonly shareHeld: (slots: readonly number[]) => number;
  /** Slots in the leg's order: those that hold all words first, then by score. */
  readonly order: (depth: number) => number[];
}

interface LexicalLegOptions {
  readonly flags: ProfileFlags;
  /** By slot. */
  readonly isCommit: (slot: number) => boolean;
  /** Counts of several palaces, instead of this one's. */
  readonly counts?: LexicalCounts | undefined;
  /** Hold the scores. */
  readonly arrays?: ScratchArrays | undefined;
}

export const parsedLexicalQuery = (index: LexicalIndex, words: string): LexicalQuery =>
  lexicalQuery(index.analyser, words);

/** BM25 over the scope's fields for any of the words; `order` puts drawers that hold all of them first. */
export const lexicalLeg = (
  index: LexicalIndex,
  query: LexicalQuery,
  scope: DrawerScope,
  { flags, isCommit, counts, arrays = new ScratchArrays() }: LexicalLegOptions,
): LexicalLeg => {
  const found = index.score(
    query,
    scope,
    {
      path: flags.path_weight,
      names: (slot) => (isCommit(slot) ? flags.subject_weight : flags.names_weight),
    },
    { statistics: flags.lexical_statistics, counts, arrays },
  );
  const { slots } = found;
  const scores = arrays.float64(scope.mask.length).fill(NaN);
  for (let i = 0; i < slots.length; i++) scores[slots[i] ?? 0] = found.scores[i] ?? 0;
  const range = rangeOf(found.scores);
  const { most: greatest } = found.fields.text === found.scores ? range : rangeOf(found.fields.text);
  /** By slot: the place in `found`, from 1; made when it is first asked for. */
  let places: Int32Array | undefined;
  const placeOf = (slot: number): number => ((places ??= placesOf(slots, scope.mask.length))[slot] ?? 0) - 1;
  let weights: ReadonlyMap<number, number> | undefined;
  return {
    scores,
    slots,
    ...(scope.history === undefined ? { range } : {}),
    matched: found.slots.length,
    terms: found.terms,
    confidence: found.maxPossible > 0 ? Math.max(0, greatest) / found.maxPossible : 0,
    fieldsOf: (slot) => {
      const i = placeOf(slot);
      const { text, path, names } = found.fields;
      return { text: text[i] ?? 0, path: path[i] ?? 0, names: names[i] ?? 0 };
    },
    shareHeld: (some) => {
      const held = some.reduce((mask, slot) => mask | (found.held[placeOf(slot)] ?? 0), 0);
      weights ??= wordWeights(query, found.terms);
      return shareOfWords(weights, held);
    },
    order: (depth) => {
      const all = (i: number): number => ((found.matchedTerms[i] ?? 0) >= found.words ? 1 : 0);
      const matches = Array.from(found.slots, (slot, i) => ({ slot, all: all(i), score: found.scores[i] ?? 0 }));
      return firstOf(matches, depth, (x, y) => y.all - x.all || y.score - x.score || x.slot - y.slot).map(
        ({ slot }) => slot,
      );
    },
  };
};

/** The idf of each of the query's words by its bit. Words that are in no drawer count nothing. */
const wordWeights = (
  { terms }: LexicalQuery,
  statistics: readonly TermStatistics[],
): ReadonlyMap<number, number> => {
  const idfOf = new Map(statistics.map(({ term, idf, df }) => [term, df === 0 ? 0 : idf]));
  const words = new Map<number, number>();
  // A term of several words, as an identifier is, counts by its parts.
  for (const { term, covers } of terms)
    if ((covers & (covers - 1)) === 0) words.set(covers, Math.max(words.get(covers) ?? 0, idfOf.get(term) ?? 0));
  return words;
};

/** What the words in the mask weigh, as a share of what all of them do. */
const shareOfWords = (weights: ReadonlyMap<number, number>, held: number): number => {
  const sum = (mask: number): number =>
    [...weights].reduce((total, [word, idf]) => total + ((word & mask) === 0 ? 0 : idf), 0);
  const all = sum(-1);
  return all === 0 ? 0 : sum(held) / all;
};

/** The least and the greatest; infinite if there are none. */
const rangeOf = (scores: Float64Array): LegRange => {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] ?? 0;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  return { least, most };
};

const placesOf = (slots: Uint32Array, end: number): Int32Array => {
  const places = new Int32Array(end);
  for (let i = 0; i < slots.length; i++) places[slots[i] ?? 0] = i + 1;
  return places;
};
