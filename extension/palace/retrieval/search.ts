import type { Bm25Index } from '../lexical/bm25Index.ts';
import { parseQuery, type ParsedQuery } from '../lexical/queryParser.ts';
import type { DrawerScope } from '../model/drawerScope.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { SearchResult } from '../model/searchResult.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';
import { withEvent, type Candidate } from './candidate.ts';
import { denseLeg, denseOrder, normalisedSum, withoutCommonNames } from './denseLeg.ts';
import { convexCombination, reciprocalRankFusion, type FusedHit, type LegScores } from './fusion.ts';
import { lexicalLeg, parsedLexicalQuery, type LexicalLeg } from './lexicalLeg.ts';
import { modelGuard } from './modelGuard.ts';
import { phraseScope } from './phraseScope.ts';
import { runPhases } from './pipeline.ts';
import type { ProfileFlags } from './profileFlags.ts';
import { dropEntry, searchHit } from './searchHit.ts';
import type { SearchDependencies, SearchOptions } from './searchRequest.ts';
import { blockedResult, emptyTrace, guardEntries, phasesApplied, phasesSkipped } from './searchTrace.ts';
import { Stopwatch } from './stopwatch.ts';
import { textTerms } from './textTerms.ts';

/** Candidates that the phases look at under `convex`. */
const poolSize = 100;

/**
 * From a query to explained, ranked drawers: guard → legs → fusion → phases → explanation. Explaining, tracing and dry runs
 * change no score and no order. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD, E_CANCELLED.
 */
export const search = async (options: SearchOptions, dependencies: SearchDependencies): Promise<SearchResult> => {
  const watch = new Stopwatch(dependencies.timer);
  const { flags } = options.profile;
  const parsed = parseQuery(options.query);
  const filter = { ...options.filter, ...parsed.filter };
  if (parsed.words === '' && parsed.phrases.length === 0)
    throw new PalaceError('E_QUERY_EMPTY', 'The query has no word to look for.');

  const model = options.wordsOnly ? { unavailable: 'asked for words only.' } : await watch.timeAsync('model_load', () => dependencies.queryModel());
  stopIfAborted(options.signal);
  const guard = watch.time('model_guard', () => modelGuard(dependencies.ingestModel(), model, flags.model_guard));
  const warnings = guard.warning === null || options.wordsOnly ? [] : [guard.warning];
  const scope = watch.time('scope', () => {
    const filtered = dependencies.catalogue.scope(filter);
    return phraseScope(parsed, filtered, dependencies);
  });
  if (guard.state.result === 'MISMATCH' && flags.model_guard_strict) return blockedResult(options, guard, scope, warnings, watch, dependencies);

  const words = [parsed.words, ...parsed.phrases].join(' ');
  const lexical = watch.time('lexical', () => lexicalLeg(dependencies.lexical, parsedLexicalQuery(dependencies.lexical, words, []), scope, flags));
  const vectors = guard.denseUsable ? dependencies.vectors() : null;
  let queryVector: Float32Array | null = null;
  if (vectors !== null && vectors.count > 0 && scope.count > 0) {
    try {
      queryVector = await watch.timeAsync('embed_query', () => queryEmbedding(parsed, scope, flags, dependencies, options.signal));
    } catch (error) {
      stopIfAborted(options.signal);
      warnings.push(`Searching by words only: ${PalaceError.from(error, 'E_EMBEDDING').message}`);
    }
  }
  stopIfAborted(options.signal);
  const vector = queryVector;
  const dense = vectors === null || vector === null ? null : watch.time('dense', () => denseLeg(vectors, vector, scope));
  const hits = watch.time('fusion', () => fuse(scope, lexical, dense, options.profile.flags, dependencies));
  const candidates = watch.time('hydrate', () => hydrate(hits, dense === null ? null : vectors, vector, dependencies));
  const outcome = runPhases(candidates, {
    query: parsed.text, terms: lexical.terms, termOrder: termOrder(dependencies.lexical, words), flags, k: options.k, sortBy: options.sortBy,
    nowMs: dependencies.now(), wingCounts: dependencies.catalogue.wingCounts(),
    similarity: (a, b) => similarity(vectors, a, b),
  }, dependencies.timer);
  for (const { name, ran, ms } of outcome.records) if (ran) watch.add(name, ms);
  const results = watch.time('score_explainability', () => outcome.results.map((candidate, i) => searchHit(candidate, i + 1, options.explain)));
  const withoutVector = dense === null ? scope.count : scope.count - dense.matched;
  return {
    query: options.query,
    profile: options.profile.name,
    results,
    pipeline_trace: {
      ...emptyTrace(options, guard, scope, warnings, watch, dependencies),
      phases_applied: phasesApplied(outcome, guard, lexical, dense, options), phases_skipped: phasesSkipped(outcome, dense, flags),
      total_candidates_in: candidates.length, total_results_out: results.length,
      scope: { palace: dependencies.catalogue.drawers, in_scope: scope.count, without_vector: withoutVector },
      legs: { lexical: lexical.matched, ...(dense === null ? {} : { dense: dense.matched }) },
      terms: lexical.terms.map(({ term }) => term),
    },
    ...(options.candidateTrace ? { candidate_trace: [...guardEntries(guard), ...outcome.dropped.map((drop) => dropEntry(drop, options.explain))] } : {}),
    ...(options.dryRun && options.explain ? { candidates: [...outcome.results, ...outcome.dropped.map(({ candidate }) => candidate)].map((candidate, i) => searchHit(candidate, i + 1, true)) } : {}),
    warnings,
  };
};

const stopIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', 'The search was cancelled.');
};

const queryEmbedding = async (
  parsed: ParsedQuery, scope: DrawerScope, flags: ProfileFlags, { lexical, embed }: SearchDependencies, signal: AbortSignal | undefined,
): Promise<Float32Array> => {
  const cleaned = withoutCommonNames(parsed.text, lexical, scope, flags.common_term_share);
  return normalisedSum(await embed(cleaned === null ? [parsed.text] : [parsed.text, cleaned], signal));
};

const fuse = (scope: DrawerScope, lexical: LexicalLeg, dense: LegScores | null, flags: ProfileFlags, { catalogue }: SearchDependencies): FusedHit[] => {
  const multiplier = flags.candidate_pool_multiplier === 'wing_count' ? Math.max(1, Object.keys(catalogue.wingCounts()).length) : flags.candidate_pool_multiplier;
  if (flags.fusion === 'rrf') {
    const depth = flags.leg_depth * multiplier;
    return reciprocalRankFusion(
      { lexical: lexical.order(depth), dense: dense === null ? [] : denseOrder(dense, depth) },
      { lexical: flags.lexical_weight, dense: flags.dense_weight === 'auto' ? 1 : flags.dense_weight }, flags.rrf_k, { lexical, dense });
  }
  const sure = lexical.matched === 0 ? 0 : lexical.confidence;
  const share = flags.dense_weight === 'auto' ? Math.min(0.7, Math.max(0.2, 0.4 + 0.4 * (0.5 - sure))) : Math.min(1, flags.dense_weight);
  return convexCombination(scope, lexical, dense, share, poolSize * multiplier);
};

const hydrate = (hits: readonly FusedHit[], vectors: VectorIndex | null, query: Float32Array | null, { catalogue, read, lexical }: SearchDependencies): Candidate[] => {
  const drawers = new Map(read.drawersByRowid(hits.map(({ slot }) => catalogue.rowidOf(slot))).map((drawer) => [drawer.rowid, drawer]));
  return hits.flatMap((hit) => {
    const drawer = drawers.get(catalogue.rowidOf(hit.slot));
    if (drawer === undefined) return [];
    const exact = vectors === null || query === null ? NaN : vectors.cosine(hit.slot, query);
    const cosine = Number.isNaN(exact) ? 0 : exact;
    const candidate: Candidate = {
      entry: catalogue.entry(hit.slot), drawer, cosine, hasVector: !Number.isNaN(exact), relevance: hit.relevance,
      legs: { lexical: hit.lexical, dense: hit.dense }, score: cosine, events: [], terms: textTerms(drawer.text, lexical.analyser), alsoIn: [],
    };
    const leg = (name: string, { rank, share }: FusedHit['lexical']): string => (rank === null ? `${name} –` : `${name} #${rank} → ${share.toFixed(2)}`);
    const reason = `relevance ${hit.relevance.toFixed(3)} (${leg('words', hit.lexical)}, ${leg('meaning', hit.dense)}) in place of the cosine`;
    return [withEvent(candidate, 'fusion', hit.relevance - cosine, reason)];
  });
};

const similarity = (vectors: VectorIndex | null, a: Candidate, b: Candidate): number => {
  const cosine = vectors?.similarity(a.entry.slot, b.entry.slot) ?? NaN;
  return Number.isNaN(cosine) ? 0 : cosine;
};

const termOrder = (index: Bm25Index, words: string): string[] => {
  const order: string[] = [];
  index.analyser.scan(words, ({ terms: [term] }) => {
    if (term !== undefined) order.push(term);
  });
  return order;
};
