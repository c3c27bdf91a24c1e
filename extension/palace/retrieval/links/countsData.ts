import type { Params } from '../../contract/palaceApi.ts';
import type { FieldCountsData } from '../../contract/search/linkSchemas.ts';
import type { FieldCounts, LexicalCounts } from '../../lexical/lexicalScores.ts';

/** The counts of every field as they travel between palaces: frequencies are parallel to the call's terms. */
type CountsData = Params<'linkedPool'>['counts'];

/** Counts on their way to another palace. A term that they don't list is in no drawer. */
export const countsData = ({ text, names, paths }: LexicalCounts, terms: readonly string[]): CountsData => {
  const data = ({ frequencies, ...sums }: FieldCounts): FieldCountsData => ({
    ...sums,
    frequencies: terms.map((term) => frequencies.get(term) ?? 0),
  });
  return { text: data(text), names: data(names), paths: data(paths) };
};

/** Another palace's counts, as scoring uses them. */
export const countsFrom = ({ text, names, paths }: CountsData, terms: readonly string[]): LexicalCounts => {
  const counts = ({ frequencies, ...sums }: FieldCountsData): FieldCounts => ({
    ...sums,
    frequencies: byTerm(terms, frequencies),
  });
  return { text: counts(text), names: counts(names), paths: counts(paths) };
};

/** Term → its count, from a list that is parallel to the terms; 0 where that ends. */
export const byTerm = (terms: readonly string[], counts: readonly number[]): ReadonlyMap<string, number> =>
  new Map(terms.map((term, i) => [term, counts[i] ?? 0]));
