import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { narrowedFilter } from '../../lexical/query/narrowedFilter.ts';
import { parseQuery, type ParsedQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { readAsText } from '../../model/query/readAs.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { stopSearchIfAborted } from '../query/stopSearchIfAborted.ts';
import type { PhaseContext } from '../phases/phase.ts';
import { emptySnapshot } from '../phases/phaseSnapshot.ts';
import { modelGuard, type GuardOutcome, type QueryModel } from '../query/modelGuard.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import { asRead, readWords } from '../query/spelling.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { isElsewhere, linkedQuery, wingCountsOfAll, type LinkedQuery } from './linkedQuery.ts';
import type { LegQuery } from './queryLegs.ts';
import type { RankingInput } from './rankingInput.ts';

/** What is known before the legs run. */
export interface PreparedSearch extends LegQuery {
  readonly filter: DrawerFilter;
  readonly base: Omit<RankingInput, 'scope' | 'legs' | 'matched' | 'candidates' | 'context'>;
  /** Without the terms and the snapshot that the legs and candidates will add. */
  readonly context: PhaseContext;
}

/**
 * Guard → scope → how the words are read: all that the legs need. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD,
 * E_CANCELLED.
 */
export const prepareSearch = async (
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
): Promise<PreparedSearch> => {
  const typed = parseQuery(options.query);
  const filter = narrowedFilter(options.filter, typed.filter);
  if (typed.words === '' && typed.phrases.length === 0)
    throw new PalaceError('E_QUERY_EMPTY', 'The query has no word to search for.');

  const { model, guard } = await guardedModel(options, dependencies, watch);
  const scope = await watch.timeAsync('scope', () =>
    phraseScope(typed, ownScope(filter, dependencies.catalogue), dependencies, options.signal),
  );
  const query = await readQuery(typed, filter, options, dependencies, watch);
  const { parsed, words, readAs, linked } = query;
  return {
    parsed,
    words,
    filter,
    scope,
    denseUsable: guard.denseUsable,
    model: 'unavailable' in model ? null : model,
    linked,
    multiplier: poolMultiplier(options, query),
    base: {
      query: options.query,
      profile: options.profile.name,
      explain: options.explain,
      candidateTrace: options.candidateTrace,
      dryRun: options.dryRun,
      guard,
      warnings: [
        ...(options.wordsOnly ? [] : [guard.warning, dependencies.modelNotice()]).filter(
          (warning) => warning !== null,
        ),
        ...readAs.map(readAsText),
      ],
      readAs,
      unreadPalaces: [],
    },
    context: contextOf(query, options, dependencies),
  };
};

/** The query's model, and whether its vectors and the palace's may be compared. */
const guardedModel = async (
  { profile, wordsOnly, signal }: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
): Promise<{ readonly model: QueryModel; readonly guard: GuardOutcome }> => {
  const model = wordsOnly
    ? { unavailable: 'asked for words only.' }
    : await watch.timeAsync('model_load', () => dependencies.queryModel());
  stopSearchIfAborted(signal);
  const guard = watch.time('model_guard', () =>
    modelGuard(dependencies.ingestModel(), model, profile.flags.model_guard),
  );
  return { model, guard };
};

/** This palace's drawers that a filter lets through: none if it names other palaces alone. */
const ownScope = (filter: DrawerFilter, catalogue: SearchDependencies['catalogue']): DrawerScope =>
  filter.palaces === undefined || filter.palaces.includes('this')
    ? catalogue.scope(filter)
    : { mask: new Uint8Array(catalogue.slots), count: 0 };

/** How many times the usual number of candidates enter the phases. */
const poolMultiplier = ({ profile }: SearchOptions, { wingCounts }: ReadQuery): number =>
  profile.flags.candidate_pool_multiplier === 'wing_count'
    ? Math.max(1, Object.keys(wingCounts).length)
    : profile.flags.candidate_pool_multiplier;

const contextOf = (
  { parsed, words, wingCounts }: ReadQuery,
  options: SearchOptions,
  dependencies: SearchDependencies,
): PreparedSearch['context'] => ({
  query: parsed.text,
  terms: [],
  ...wordsOfQuery(dependencies.lexical, words),
  flags: options.profile.flags,
  k: options.k,
  sortBy: options.sortBy,
  nowMs: dependencies.now(),
  wingCounts,
  snapshot: emptySnapshot,
  similarity: () => 0,
});

/** How a query's words are read, misspelt ones corrected, and what the linked palaces say of them. */
interface ReadQuery {
  readonly parsed: ParsedQuery;
  /** Those of its phrases, too. */
  readonly words: string;
  readonly readAs: RankingInput['readAs'];
  /** Null if this palace is searched alone. */
  readonly linked: LinkedQuery | null;
  readonly wingCounts: PhaseContext['wingCounts'];
}

const readQuery = async (
  typed: ParsedQuery,
  filter: DrawerFilter,
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
): Promise<ReadQuery> => {
  const session = options.linked ?? null;
  const { lexical, catalogue } = dependencies;
  const ask = (query: ParsedQuery): Promise<LinkedQuery | null> =>
    session === null
      ? Promise.resolve(null)
      : watch.timeAsync('linked', () => linkedQuery(session, allWords(query), lexical));
  const asTyped = await ask(typed);
  const read = options.profile.flags.spelling_enabled
    ? await watch.timeAsync('spelling', () =>
        // A word that only a sensitive drawer has is not revealed.
        readWords(
          typed.words,
          () => catalogue.scope({ ...filter, excludeSensitive: true }),
          dependencies,
          (term) => isElsewhere(asTyped, term),
        ),
      )
    : [];
  const parsed = { ...typed, text: asRead(typed.text, read, lexical), words: asRead(typed.words, read, lexical) };
  const linked = read.length === 0 ? asTyped : await ask(parsed);
  return {
    parsed,
    words: allWords(parsed),
    readAs: read.map(({ word, readAs: by }) => ({ word, read_as: by })),
    linked,
    wingCounts: wingCountsOfAll(catalogue.wingCounts(), linked),
  };
};

const allWords = ({ words, phrases }: ParsedQuery): string => [words, ...phrases].join(' ');

const wordsOfQuery = (
  index: LexicalIndex,
  words: string,
): Pick<RankingInput['context'], 'termOrder' | 'termWords'> => {
  const termOrder: string[] = [];
  const termWords = new Map<string, string>();
  index.analyser.scan(words, ({ terms: [term] }, start, end) => {
    if (term === undefined) return;
    termOrder.push(term);
    if (!termWords.has(term)) termWords.set(term, words.slice(start, end));
  });
  return { termOrder, termWords };
};
