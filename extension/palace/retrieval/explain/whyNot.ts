import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupedNumber } from '../../../base/text/plural.ts';
import { maxQueryLength } from '../../lexical/query/queryParser.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { stopSearchIfAborted } from '../query/stopSearchIfAborted.ts';
import type { WhyNot } from '../../contract/search/searchResult.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { Candidate, Drop } from '../candidates/candidate.ts';
import { drawerTitle } from '../candidates/drawerTitle.ts';
import { rebuildFix, writtenFixes, type Fix } from './fix.ts';
import { cachedEmbedding } from '../cachedEmbedding.ts';
import { missingFromPool } from './missingFromPool.ts';
import { narrowing } from './narrowing.ts';
import { outsideScope } from './outsideScope.ts';
import { runPhases, type PipelineOutcome } from '../pipeline/runPhases.ts';
import { rankedSearch, type RankedSearch } from '../pipeline/rankedSearch.ts';
import type { RankingInput } from '../pipeline/rankingInput.ts';
import { legStanding } from './legStanding.ts';
import { isBlocked } from '../query/modelGuard.ts';
import type { RetrievedCandidates } from '../pipeline/retrieveCandidates.ts';
import { placeAmongMatches } from '../pipeline/sortedMatches.ts';
import type { SortBy } from '../candidates/resultOrder.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import { Stopwatch } from '../query/stopwatch.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';

/** Most results that a search may be asked for. */
const mostResults = 1000;

/** Texts of the searches of one question: those of the query, of its expansion, and of the query without its path. */
const cachedTexts = 16;

/** Flags that can keep a candidate out, each with the value that turns this off. */
const switches: readonly { readonly flag: keyof ProfileFlags; readonly value: number | boolean | string }[] = [
  { flag: 'wing_diversity_weight', value: 0 },
  { flag: 'mmr_lambda', value: 1 },
  { flag: 'fold_near_duplicates', value: false },
  { flag: 'supersede_action', value: 'annotate' },
];

/**
 * Explains why a drawer is not among a search's results (outside the scope, below the pool, or dropped by a phase) and what
 * would bring it in. Each change that it offers was tried first, with the same texts embedded once. Throws E_DRAWER_NOT_FOUND and
 * the errors of a search.
 */
export const whyNot = async (
  id: string,
  options: SearchOptions,
  dependencies: SearchDependencies,
): Promise<WhyNot> => {
  const { catalogue, read } = dependencies;
  const slot = catalogue.slotOfId(id);
  const [drawer] = slot === undefined ? [] : read.drawersByRowid([catalogue.rowidOf(slot)]);
  if (slot === undefined || drawer === undefined)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
  const searching = { ...dependencies, embed: cachedEmbedding(dependencies.embed, cachedTexts) };
  const searched = (changes: Partial<SearchOptions>): Promise<RankedSearch> =>
    rankedSearch({ ...options, ...changes }, searching, new Stopwatch(dependencies.timer));
  const { recalled, outcome } = await searched({});
  const { input, scope } = recalled;
  const placeAfter = async (changes: Partial<SearchOptions>): Promise<number | null> => {
    await yieldTo(options.signal);
    return placeIn((await searched(changes)).outcome.results, id);
  };
  const known = {
    drawer_id: id,
    title: drawerTitle(drawer),
    rank: null,
    in_scope: scope.mask[slot] === 1,
    entered_pool: false,
    leg_ranks: legStanding(slot, recalled),
    dropped_at: null,
    score_at_drop: null,
  };
  if (isBlocked(input, input.context.flags)) return { ...known, ...blocked(input) };
  if (!known.in_scope)
    return { ...known, dropped_at: 'scope', ...written(await outsideScope(drawer, slot, recalled, dependencies)) };

  const fate = amongResults(id, outcome) ?? (await droppedByPhase(id, outcome, input, options, placeAfter));
  if (fate !== null) return { ...known, ...fate };
  const below = furtherDown(slot, options.sortBy, recalled, catalogue);
  const { reason, fixes } = below ?? missingFromPool(drawer, slot, recalled);
  return {
    ...known,
    dropped_at: 'fusion',
    ...written({
      reason,
      fixes: [
        ...(below === null ? [] : await byRelevance(placeAfter)),
        ...fixes,
        ...(await narrowed(drawer, options, placeAfter)),
      ],
    }),
  };
};

/** Lets others run, among them who cancels the question. Throws E_CANCELLED. */
const yieldTo = async (signal: AbortSignal | undefined): Promise<void> => {
  await nextTurn();
  stopSearchIfAborted(signal);
};

/** The place of the drawer among the results of a changed search; null: it is none of them. */
type PlaceAfter = (changes: Partial<SearchOptions>) => Promise<number | null>;

/** What became of a drawer, and what would bring it in. */
type Fate = Pick<WhyNot, 'reason' | 'fixes' | 'changes'> &
  Partial<Pick<WhyNot, 'rank' | 'entered_pool' | 'dropped_at' | 'score_at_drop'>>;

/** For a search that the model guard forbids. */
const blocked = ({ guard }: RankingInput): Fate => ({
  dropped_at: 'model_guard',
  reason: guard.warning ?? 'The model guard blocked the search.',
  ...writtenFixes([
    rebuildFix,
    { text: 'Set model_guard_strict to false.', change: { overrides: { model_guard_strict: false } } },
  ]),
});

/** For a drawer that the search does show; else null. */
const amongResults = (id: string, { results }: PipelineOutcome): Fate | null => {
  const place = placeIn(results, id);
  return place === null
    ? null
    : {
        entered_pool: true,
        rank: place,
        reason: `It is result ${place} of this search.`,
        ...writtenFixes([]),
      };
};

/** For a candidate that a phase left out or folded into another; else null. */
const droppedByPhase = async (
  id: string,
  { results, dropped }: PipelineOutcome,
  input: RankingInput,
  options: SearchOptions,
  placeAfter: PlaceAfter,
): Promise<Fate | null> => {
  const drop = dropped.find(({ candidate }) => candidate.entry.id === id);
  return drop === undefined
    ? null
    : {
        entered_pool: true,
        dropped_at: drop.phase,
        reason: sentence(drop),
        score_at_drop: drop.candidate.score,
        ...writtenFixes([...(await triedFixes(id, input, options, placeAfter)), ...foldedInto(id, results)]),
      };
};

/** Why a drawer is missing, and what would bring it in. */
interface Missing {
  readonly reason: string;
  readonly fixes: readonly Fix[];
}

const written = ({ reason, fixes }: Missing): Fate => ({
  reason,
  ...writtenFixes(fixes),
});

/** For a search sorted by date or importance: the place of a match below the pool. */
const furtherDown = (
  slot: number,
  sortBy: SortBy,
  { lexical }: RetrievedCandidates,
  catalogue: SearchDependencies['catalogue'],
): Missing | null => {
  const place =
    sortBy === 'relevance' || lexical === null ? null : placeAmongMatches(slot, sortBy, lexical, catalogue);
  return place === null || lexical === null
    ? null
    : {
        reason: `By ${sortBy} it is number ${groupedNumber(place)} of the ${groupedNumber(lexical.matched)} drawers that hold a word of the query.`,
        fixes: [],
      };
};

const placeIn = (results: readonly Candidate[], id: string): number | null => {
  const at = results.findIndex(({ entry }) => entry.id === id);
  return at === -1 ? null : at + 1;
};

const sentence = ({ reason, candidate }: Drop): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}; its score was ${candidate.score.toFixed(3)}.`;

/** For a search sorted by date or importance: whether the default order brings the drawer in. */
const byRelevance = async (placeAfter: PlaceAfter): Promise<Fix[]> => {
  const place = await placeAfter({ sortBy: 'relevance' });
  return place === null
    ? []
    : [{ text: `Sort by relevance: it would be result ${place}.`, change: { sort_by: 'relevance' } }];
};

/** Whether a search narrowed to its path or wing brings the drawer in. */
const narrowed = async (drawer: Drawer, { query }: SearchOptions, placeAfter: PlaceAfter): Promise<Fix[]> => {
  const narrow = narrowing(query, drawer);
  if (narrow.query.length > maxQueryLength) return [];
  const place = await placeAfter({ query: narrow.query });
  return place === null ? [] : [narrow.fix(place)];
};

/**
 * Ranks again with more results or one flag changed, and lists the changes that bring the drawer in. By relevance, the candidates
 * stay the same; a sorted search takes others when it is asked for more, so it is made again.
 */
const triedFixes = async (
  id: string,
  { candidates, context }: RankingInput,
  { sortBy, profile, signal }: SearchOptions,
  placeAfter: PlaceAfter,
): Promise<Fix[]> => {
  const placeWith = async (change: {
    readonly k?: number;
    readonly flags?: ProfileFlags;
  }): Promise<number | null> => {
    if (sortBy === 'relevance') {
      await yieldTo(signal);
      return placeIn(runPhases(candidates, { ...context, ...change }, () => 0).results, id);
    }
    const { k = context.k, flags = context.flags } = change;
    return placeAfter({ k, profile: { ...profile, flags } });
  };
  const wanted = await placeWith({ k: Math.min(candidates.length, mostResults) });
  const last = wanted === null ? null : await placeWith({ k: wanted });
  const fixes: Fix[] =
    wanted === null || last === null
      ? []
      : [
          {
            text:
              last === wanted
                ? `Ask for ${wanted} results: it would be the last of them.`
                : `Ask for ${wanted} results: it would be result ${last}.`,
            change: { k: wanted },
          },
        ];
  for (const { flag, value } of switches) {
    if (context.flags[flag] === value) continue;
    const place = await placeWith({ flags: { ...context.flags, [flag]: value } });
    if (place !== null)
      fixes.push({
        text: `Set ${flag} to ${String(value)}: it would be result ${place}.`,
        change: { overrides: { [flag]: value } },
      });
  }
  return fixes;
};

const foldedInto = (id: string, results: readonly Candidate[]): Fix[] => {
  const at = results.findIndex(({ alsoIn }) => alsoIn.includes(id));
  return at === -1
    ? []
    : [{ text: `Open result ${at + 1}: it has the same text and names this drawer.`, change: null }];
};
