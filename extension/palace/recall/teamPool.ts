import { otherModelsText } from '../calls/otherModels.ts';
import type { Params, Result } from '../contract/palaceApi.ts';
import { inverseDocumentFrequency } from '../lexical/bm25.ts';
import type { Analyser } from '../lexical/text/analysis.ts';
import { stampKey } from '../model/embedding/modelStamp.ts';
import { poolForSearch } from '../retrieval/links/linkedPool.ts';
import type { RecallRequest } from '../team/teamRecall.ts';
import { admitted } from './admitted.ts';
import { askedWords, mostWords } from './askedWords.ts';
import { asTold, timesOfLegs } from './asTold.ts';
import { mayCompare, modelsInScope, withFound } from './modelsInScope.ts';
import { recalledPage } from './recalledPage.ts';
import { filterOf, type TeamSearch } from './teamSearch.ts';

/** At most this many drawers hold a rare word; the server looks at so many. */
const rareDrawers = 5_000;
/** Commits beside others that the server may add to the requested drawers. */
const mostBeside = 80;

/** The second round: the server finds candidates, and they are scored here. */
export const teamPool = async (
  params: Params<'linkedPool'>,
  { lexical, page, wings, models, all, drawersOf, without, scopeOf, ask }: TeamSearch,
  signal?: AbortSignal,
): Promise<Result<'linkedPool'>> => {
  const legs = timesOfLegs();
  const filter = filterOf(params);
  const { embedding, room } = params;
  const made = modelsInScope(Object.keys(wings), models, filter);
  const query = embedding?.model ?? null;
  const isComparable = query !== null && mayCompare(made, query);
  const request: RecallRequest = {
    scope: scopeOf(filter),
    ...rarestWords(params, lexical.analyser),
    vector:
      embedding === null || !isComparable ? null : { data: embedding.vector, model: stampKey(embedding.model) },
    limit: room,
  };
  const found = await ask((recall) => recall.best(request, legs.note));
  const candidates = recalledPage(admitted(found.drawers, without, 2 * room + mostBeside), {
    ...page,
    model: query,
  });
  try {
    const pool = await poolForSearch({ ...params, filter }, candidates, signal);
    const inScope = drawersOf(filter);
    const lexicalMatches = Math.max(asTold(found.matched, all) ?? 0, pool.legs['lexical'] ?? 0);
    const isDense = pool.dense_range !== null && isComparable;
    return {
      ...pool,
      in_scope: inScope,
      drawers: all,
      with_vector: isDense ? inScope : 0,
      dense_range: isDense ? pool.dense_range : null,
      legs: { lexical: lexicalMatches, ...(isDense ? { dense: inScope } : {}) },
      matched: isDense ? inScope : lexicalMatches,
      // Most drawers hold none of the words.
      lexical_range: { ...pool.lexical_range, least: pool.lexical_range.most === null ? null : 0 },
      has_more: false,
      times: legs.times,
      warning: query === null ? null : otherModelsText(withFound(made, found.drawers), query),
    };
  } finally {
    candidates.dispose();
  }
};

/** The query's words with their weights, the rarest first, and how many of them are rare. */
const rarestWords = (
  { terms, words, counts }: Params<'linkedPool'>,
  analyser: Analyser,
): Pick<RecallRequest, 'words' | 'rare'> => {
  const written = askedWords(words, analyser);
  const byRarity = terms
    .flatMap((term, i) => {
      const word = written.get(term)?.word;
      return word === undefined ? [] : [{ word, held: counts.text.frequencies[i] ?? 0 }];
    })
    .sort((a, b) => a.held - b.held)
    .slice(0, mostWords);
  let held = 0;
  const rare = byRarity.filter((word, i) => (held += word.held) <= rareDrawers || i === 0).length;
  return {
    words: byRarity.map((word) => ({
      word: word.word,
      weight: inverseDocumentFrequency(counts.text.documents, word.held),
    })),
    rare,
  };
};
