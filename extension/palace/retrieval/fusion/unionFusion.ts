import type { Candidate, LegPlace, LegPlaces } from '../candidates/candidate.ts';
import type { LegRange } from '../candidates/legParts.ts';
import { convexSum, normalised } from './normalise.ts';

/** What is needed of one palace's legs to compare several palaces' candidates. */
interface UnitedLegs {
  readonly lexicalRange: LegRange;
  /** Null where no vectors were compared. */
  readonly denseRange: LegRange | null;
}

/** The range of several palaces' scores of one leg. */
const rangeOf = (ranges: readonly LegRange[]): LegRange => ({
  least: Math.min(...ranges.map(({ least }) => least)),
  most: Math.max(...ranges.map(({ most }) => most)),
});

/**
 * Fuses the candidates of several palaces as one palace would: each leg's scores, which mean the same in all of them, are
 * normalised from the least to the greatest of any palace. `share` is that of meaning. Returns each candidate's relevance and
 * what each leg adds to it; ranks stay those within its own palace.
 */
export const unionFusion = (
  palaces: readonly UnitedLegs[],
  share: number,
): ((legs: LegPlaces) => { readonly relevance: number; readonly legs: LegPlaces }) => {
  const words = rangeOf(palaces.map(({ lexicalRange }) => lexicalRange));
  const dense = palaces.flatMap(({ denseRange }) => denseRange ?? []);
  const meaning = dense.length === 0 ? null : rangeOf(dense);
  // A leg of which no drawer has a score adds nothing.
  const a = meaning === null || meaning.most === -Infinity ? 0 : share;
  const scoreIn = ({ rank, score }: LegPlace): number => (rank() === null ? NaN : score);
  return ({ lexical, dense: near, ...others }) => {
    const byWords = normalised(scoreIn(lexical), words);
    const byMeaning = meaning === null || a === 0 ? NaN : normalised(scoreIn(near), meaning);
    return {
      // A commit that joins the pool beside another may have neither a word of the query nor a vector yet.
      relevance: convexSum(byWords, byMeaning, a) || 0,
      legs: {
        ...others,
        lexical: { ...lexical, share: (1 - a) * (byWords || 0) },
        dense: { ...near, share: a * (byMeaning || 0) },
      },
    };
  };
};

/** Greater relevance first; then as a palace orders its pool: by the words' scores, then in the order of filing. */
export const byRelevance = (a: Candidate, b: Candidate): number =>
  b.relevance - a.relevance || b.legs.lexical.score - a.legs.lexical.score || a.entry.slot - b.entry.slot;
