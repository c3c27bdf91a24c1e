import type { FieldCountsData } from '../contract/search/linkSchemas.ts';
import type { FieldCounts, LexicalCounts } from '../lexical/lexicalScores.ts';

/** A field as it usually is: its documents and what holds a word in it, as shares of the drawers and of those that hold it at all. */
const usual = {
  text: { documents: 1, words: 50, held: 1 },
  // Measured: .07 and .15 of the drawers in code, .48 of commits have a word that they hold among their names, too.
  names: { documents: 1, words: 5, held: 0.2 },
  paths: { documents: 0.1, words: 5, held: 0.02 },
} as const;

/**
 * The counts of each field of drawers of which only those of all fields together are known: `frequencies` says how many hold each
 * word. Lengths are those of the palace at hand, if it has any. Without an estimate, the names and paths of drawers elsewhere would
 * weigh next to nothing in a palace that has none itself, since no word of theirs would be rare.
 */
export const fieldsFrom = (
  { drawers, frequencies }: { readonly drawers: number; readonly frequencies: readonly number[] },
  own: LexicalCounts,
): { readonly [field in keyof LexicalCounts]: FieldCountsData } => {
  const field = (name: keyof LexicalCounts): FieldCountsData => {
    const { documents: share, words, held } = usual[name];
    const documents = Math.ceil(share * drawers);
    return {
      documents,
      length: Math.round(documents * averageOf(own[name], words)),
      frequencies: frequencies.map((count) => Math.min(documents, Math.ceil(held * count))),
    };
  };
  return { text: field('text'), names: field('names'), paths: field('paths') };
};

const averageOf = ({ documents, length }: FieldCounts, otherwise: number): number =>
  length === 0 ? otherwise : length / documents;
