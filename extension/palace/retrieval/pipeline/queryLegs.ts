import type { ScratchArrays } from '../../../base/scratchArrays.ts';
import type { ParsedQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { ModelStamp } from '../../model/embedding/modelStamp.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { queryVector } from '../query/queryVector.ts';
import { stopSearchIfAborted } from '../query/stopSearchIfAborted.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { closetFirst } from '../fusion/closetFirst.ts';
import { fuseLegs, poolSize } from '../fusion/fuseLegs.ts';
import type { PoolRules } from '../fusion/fusion.ts';
import { denseLeg, withoutCommonNames } from '../legs/denseLeg.ts';
import type { FusedHit, LegScores } from '../legs/legScores.ts';
import { lexicalLeg, parsedLexicalQuery, type LexicalLeg } from '../legs/lexicalLeg.ts';
import { supportLegs, type SupportLegs } from '../legs/supportLegs.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import type { LinkedQuery } from './linkedQuery.ts';

/** The input of the legs. */
export interface LegQuery {
  readonly parsed: ParsedQuery;
  /** The free words and those of the phrases. */
  readonly words: string;
  readonly scope: DrawerScope;
  /** Whether the model guard allows a comparison of vectors. */
  readonly denseUsable: boolean;
  /** Multiplier of the pool. */
  readonly multiplier: number;
  /** The model that embeds the query; null if it can't be used. */
  readonly model: ModelStamp | null;
  /** Null if this palace is searched alone. */
  readonly linked: LinkedQuery | null;
}

/** What each leg found. */
export interface QueryLegs {
  readonly lexical: LexicalLeg;
  /** Null if no vectors were compared. */
  readonly dense: LegScores | null;
  /** The query's embedding; null if there is none. */
  readonly embedding: Float32Array | null;
  readonly vectors: VectorIndex | null;
  readonly support: SupportLegs;
  readonly warnings: readonly string[];
}

/**
 * Runs every leg that the profile has on; `arrays` holds their scores. Throws E_CANCELLED; if the embedding fails, the words
 * alone decide.
 */
export const queryLegs = async (
  asked: LegQuery,
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
  arrays?: ScratchArrays,
): Promise<QueryLegs> => {
  const { words, scope, denseUsable, multiplier, model, linked } = asked;
  const {
    profile: { flags },
    signal,
    dryRun,
  } = options;
  const warnings: string[] = [];
  const vectors = denseUsable ? dependencies.vectors() : null;
  const hasOwn = vectors !== null && vectors.count > 0 && scope.count > 0;
  const hasLinked = model !== null && linked?.palaces.some(({ inScope }) => inScope > 0) === true;
  // The model works in a thread of its own, so the words are scored meanwhile.
  const embedding =
    hasOwn || hasLinked
      ? watch
          .timeAsync('embed_query', () => queryEmbedding(asked, options, dependencies))
          .catch((thrown: unknown) => {
            warnings.push(`Searching by words only: ${PalaceError.from(thrown, 'E_EMBEDDING').message}`);
            return null;
          })
      : null;
  const lexical = watch.time('lexical', () =>
    lexicalLeg(dependencies.lexical, parsedLexicalQuery(dependencies.lexical, words), scope, {
      flags,
      isCommit: (slot) => dependencies.catalogue.isCommit(slot),
      counts: linked?.counts,
      arrays,
    }),
  );
  const query = await embedding;
  stopSearchIfAborted(signal);
  const dense =
    !hasOwn || query === null ? null : watch.time('dense', () => denseLeg(vectors, query, scope, arrays));
  const support = await supportLegs({ words, scope, mayWrite: !dryRun }, flags, dependencies, watch, (legs) =>
    fuseLegs({ scope, lexical, dense, support: legs }, flags, multiplier),
  );
  if (support.warning !== null) warnings.push(support.warning);
  return { lexical, dense, embedding: query, vectors, support, warnings };
};

/**
 * The pool of candidates from the legs: only the closets under `closets: first` if they found anything,
 * otherwise all legs.
 */
export const fusedPool = (
  { lexical, dense, embedding, vectors, support }: QueryLegs,
  scope: DrawerScope,
  flags: ProfileFlags,
  multiplier: number,
  rules: PoolRules,
): FusedHit[] => {
  const most = rules.choose === undefined ? poolSize * multiplier : Infinity;
  const first =
    flags.closets === 'first' && support.closets !== null
      ? closetFirst(support.closets, scope, most, { vectors, query: embedding, maxDistance: flags.max_distance })
      : null;
  return first ?? fuseLegs({ scope, lexical, dense, support: support.list }, flags, multiplier, rules);
};

/** How many drawers of the scope each leg matched, and how many at least one of them did. */
export const matchedDrawers = (
  { lexical, dense, support }: QueryLegs,
  scope: DrawerScope,
): { readonly legs: Record<string, number>; readonly matched: number } => ({
  legs: {
    lexical: lexical.matched,
    ...(dense === null ? {} : { dense: dense.matched }),
    ...(support.closets === null ? {} : { closets: support.closets.matched }),
    ...Object.fromEntries(support.list.map(({ name, leg }) => [name, leg.matched])),
  },
  matched: matchedByAny(scope, [
    lexical,
    ...(dense === null ? [] : [dense]),
    ...(support.closets === null ? [] : [support.closets]),
    ...support.list.map(({ leg }) => leg),
  ]),
});

const queryEmbedding = async (
  { parsed, scope, linked }: LegQuery,
  { profile: { flags }, signal }: SearchOptions,
  { lexical, embed }: SearchDependencies,
): Promise<Float32Array> => {
  const palaces = linked?.palaces ?? [];
  const cleaned = withoutCommonNames(parsed.text, lexical, scope, flags.common_term_share, {
    inScope: palaces.reduce((sum, { inScope }) => sum + inScope, 0),
    holding: (term) => palaces.reduce((sum, { inScopeHolding }) => sum + (inScopeHolding.get(term) ?? 0), 0),
  });
  return queryVector(cleaned === null ? [parsed.text] : [parsed.text, cleaned], embed, signal);
};

/** How many drawers of the scope at least one of the legs has. */
export const matchedByAny = ({ mask, count: inScope }: DrawerScope, legs: readonly LegScores[]): number => {
  const [first, ...others] = legs.filter(({ matched }) => matched > 0);
  if (first === undefined || others.length === 0) return first?.matched ?? 0;
  if (legs.some(({ matched }) => matched === inScope)) return inScope;
  const [second] = others;
  if (first.slots !== undefined && second !== undefined && others.length === 1) {
    // Words and meaning: the drawers of one, plus those that only the other has.
    let alone = 0;
    for (let i = 0; i < first.slots.length; i++)
      if (Number.isNaN(second.scores[first.slots[i] ?? 0] ?? NaN)) alone++;
    return second.matched + alone;
  }
  let count = 0;
  for (let slot = 0; slot < mask.length; slot++)
    if (
      mask[slot] === 1 &&
      (!Number.isNaN(first.scores[slot]) || others.some(({ scores }) => !Number.isNaN(scores[slot])))
    )
      count++;
  return count;
};
