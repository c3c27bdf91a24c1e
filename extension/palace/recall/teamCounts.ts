import type { Params, Result } from '../contract/palaceApi.ts';
import type { CountedWords, RecallScope } from '../team/teamRecall.ts';
import { askedWords, mostWords } from './askedWords.ts';
import { asTold, timesOfLegs } from './asTold.ts';
import { fieldsFrom } from './fieldsFrom.ts';
import { filterOf, type TeamSearch } from './teamSearch.ts';

/** The first round: how many of the team's drawers hold each of a query's words, as the server counts or estimates it. */
export const teamCounts = async (
  params: Params<'linkedCounts'>,
  { lexical, wings, all, drawersOf, scopeOf, ask }: TeamSearch,
): Promise<Result<'linkedCounts'>> => {
  const legs = timesOfLegs();
  const filter = filterOf(params);
  const inScope = drawersOf(filter);
  const written = askedWords(params.words ?? params.terms.join(' '), lexical.analyser);
  const asked = params.terms.flatMap((term) => (written.has(term) ? [term] : [])).slice(0, mostWords);
  // Whether a name is common depends on what is searched.
  const names = Object.values(filter).every((condition) => condition === undefined)
    ? []
    : asked.filter((term) => written.get(term)?.isName === true);
  const counted = (terms: readonly string[], scope: RecallScope, drawers: number): CountedWords => ({
    scope,
    words: terms.map((term) => written.get(term)?.word ?? term),
    drawers,
  });
  const [everywhere, inside] = await ask((recall) =>
    recall.wordCounts(
      [counted(asked, scopeOf(), all), ...(names.length === 0 ? [] : [counted(names, scopeOf(filter), inScope)])],
      legs.note,
    ),
  );
  const [held, heldInside] = [heldBy(asked, everywhere, all), heldBy(names, inside, inScope)];
  const frequencies = params.terms.map((term) => held.get(term) ?? 0);
  return {
    ...fieldsFrom({ drawers: all, frequencies }, lexical.counts([])),
    drawers: all,
    in_scope: inScope,
    in_scope_holding: params.terms.map(
      (term, i) => heldInside.get(term) ?? Math.round(((frequencies[i] ?? 0) * inScope) / Math.max(1, all)),
    ),
    wing_counts: { ...wings },
    times: legs.times,
  };
};

/** Term → the drawers that hold it. A word that the server does not index is assumed to be in every other drawer. */
const heldBy = (
  terms: readonly string[],
  counts: readonly (number | null)[] | undefined,
  most: number,
): ReadonlyMap<string, number> =>
  new Map(terms.map((term, i) => [term, asTold(counts?.[i], most) ?? Math.round(most / 2)]));
