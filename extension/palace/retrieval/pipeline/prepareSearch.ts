import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { parseQuery, type ParsedQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { readAsText } from '../../model/query/readAs.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { PhaseContext } from '../phases/phase.ts';
import { emptySnapshot } from '../phases/phaseSnapshot.ts';
import { modelGuard } from '../query/modelGuard.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import { asRead, readWords } from '../query/spelling.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { isElsewhere, linkedQuery, wingCountsOfAll, type LinkedQuery } from './linkedQuery.ts';
import { stopIfAborted, type LegQuery } from './queryLegs.ts';
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
  const { flags } = options.profile;
  const { catalogue } = dependencies;
  const typed = parseQuery(options.query);
  const filter = { ...options.filter, ...typed.filter };
  if (typed.words === '' && typed.phrases.length === 0)
    throw new PalaceError('E_QUERY_EMPTY', 'The query has no word to search for.');

  const model = options.wordsOnly
    ? { unavailable: 'asked for words only.' }
    : await watch.timeAsync('model_load', () => dependencies.queryModel());
  stopIfAborted(options.signal);
  const guard = watch.time('model_guard', () => modelGuard(dependencies.ingestModel(), model, flags.model_guard));
  const scope = await watch.timeAsync('scope', () =>
    phraseScope(
      typed,
      filter.palaces === undefined || filter.palaces.includes('this')
        ? catalogue.scope(filter)
        : { mask: new Uint8Array(catalogue.slots), count: 0 },
      dependencies,
      options.signal,
    ),
  );
  const { parsed, readAs, linked } = await readQuery(typed, filter, options, dependencies, watch);
  const wingCounts = wingCountsOfAll(catalogue.wingCounts(), linked);
  const words = [parsed.words, ...parsed.phrases].join(' ');
  return {
    parsed,
    words,
    filter,
    scope,
    denseUsable: guard.denseUsable,
    model: 'unavailable' in model ? null : model,
    linked,
    multiplier:
      flags.candidate_pool_multiplier === 'wing_count'
        ? Math.max(1, Object.keys(wingCounts).length)
        : flags.candidate_pool_multiplier,
    base: {
      query: options.query,
      profile: options.profile.name,
      explain: options.explain,
      candidateTrace: options.candidateTrace,
      dryRun: options.dryRun,
      guard,
      warnings: [
        ...[
          dependencies.damage(),
          ...(options.wordsOnly ? [] : [guard.warning, dependencies.modelNotice()]),
        ].filter((warning) => warning !== null),
        ...readAs.map(readAsText),
      ],
      readAs,
    },
    context: {
      query: parsed.text,
      terms: [],
      ...wordsOfQuery(dependencies.lexical, words),
      flags,
      k: options.k,
      sortBy: options.sortBy,
      nowMs: dependencies.now(),
      wingCounts,
      snapshot: emptySnapshot,
      similarity: () => 0,
    },
  };
};

/** How a query's words are read, misspelt ones corrected, and what the linked palaces say of them. */
interface ReadQuery {
  readonly parsed: ParsedQuery;
  readonly readAs: RankingInput['readAs'];
  /** Null if this palace is searched alone. */
  readonly linked: LinkedQuery | null;
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
  const ask = ({ words, phrases }: Pick<ParsedQuery, 'words' | 'phrases'>): Promise<LinkedQuery | null> =>
    session === null
      ? Promise.resolve(null)
      : watch.timeAsync('linked', () => linkedQuery(session, [words, ...phrases].join(' '), lexical));
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
  return {
    parsed,
    readAs: read.map(({ word, readAs: by }) => ({ word, read_as: by })),
    linked: read.length === 0 ? asTyped : await ask(parsed),
  };
};

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
