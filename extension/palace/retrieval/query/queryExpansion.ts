import { dayMs } from '../../../base/time.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { isoTime } from '../../model/drawer/ids.ts';
import type { LoggedQuery } from '../../store/queries/usage.ts';
import { expansionTerms } from './expansionTerms.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { SearchDependencies } from './searchRequest.ts';

/** How many earlier searches are considered, the newest first. */
const mostQueries = 200;
/** How many of a similar search's first results may be sources. */
const resultsPerQuery = 5;

/** The words to add to a query, and where they come from. */
interface ExpansionPlan {
  readonly terms: readonly string[];
  readonly similarQueries: readonly string[];
  /** Drawer IDs. */
  readonly sources: readonly string[];
}

/**
 * Words to add to a query. They come from drawers that similar earlier searches returned and that were opened since. A
 * drawer that was only listed is no source, so that an expansion can't feed the next one. Null if there is nothing to add.
 */
export const queryExpansion = async (
  query: { readonly text: string; readonly vector: Float32Array },
  scope: DrawerScope,
  flags: ProfileFlags,
  { catalogue, lexical, read, embedPast, now }: SearchDependencies,
  signal: AbortSignal | undefined,
): Promise<ExpansionPlan | null> => {
  const since = isoTime(now() - flags.query_expansion_lookback_days * dayMs);
  const past = distinctQueries(read.usage.queriesSince(since, mostQueries), query.text);
  if (past.length === 0) return null;
  const vectors = await embedPast(
    past.map(({ text }) => text),
    signal,
  );
  const similar = past.filter(
    (_, i) => dot(vectors[i], query.vector) >= flags.query_expansion_similarity_threshold,
  );
  const returned = [...new Set(similar.flatMap(({ resultIds }) => resultIds.slice(0, resultsPerQuery)))].filter(
    (id) => scope.mask[catalogue.slotOfId(id) ?? -1] === 1,
  );
  const sources = read.usage.sessionsSince(returned, since).map(({ id }) => id);
  const drawers = read.drawersByRowid(
    sources.flatMap((id) => {
      const slot = catalogue.slotOfId(id);
      return slot === undefined ? [] : [catalogue.rowidOf(slot)];
    }),
  );
  const counts = { holding: (stem: string) => lexical.documentFrequency(stem), drawers: catalogue.drawers };
  const terms = expansionTerms(
    query.text,
    drawers.filter(({ sensitive }) => !sensitive),
    flags.query_expansion_max_terms,
    lexical.analyser,
    counts,
  );
  return terms.length === 0
    ? null
    : { terms, similarQueries: similar.map(({ text }) => text).slice(0, 20), sources };
};

/** Each text once, in its latest form, without the query itself. */
const distinctQueries = (queries: readonly LoggedQuery[], own: string): LoggedQuery[] => {
  const byText = new Map<string, LoggedQuery>();
  for (const query of queries) {
    const key = folded(query.text);
    if (key !== folded(own) && !byText.has(key)) byText.set(key, query);
  }
  return [...byText.values()];
};

const folded = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase();

/** Cosine of two normalised vectors; −1 if one is missing or their lengths differ. */
const dot = (a: Float32Array | undefined, b: Float32Array): number =>
  a === undefined || a.length !== b.length ? -1 : a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
