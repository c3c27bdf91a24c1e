import type { DrawerScope } from '../model/drawerScope.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { PipelineTrace, SearchResult } from '../model/searchResult.ts';
import type { LegScores } from './fusion.ts';
import type { LexicalLeg } from './lexicalLeg.ts';
import type { GuardOutcome } from './modelGuard.ts';
import type { PipelineOutcome } from './pipeline.ts';
import type { ProfileFlags } from './profileFlags.ts';
import type { SearchDependencies, SearchOptions } from './searchRequest.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What the guard adds to the candidate trace: its event, where it found a mismatch. */
export const guardEntries = ({ state, denseUsable }: GuardOutcome): Record<string, unknown>[] =>
  state.result === 'MISMATCH'
    ? [{ phase: 'model_guard', action: denseUsable ? 'warn' : 'block', ingest_model: state.ingest_model, query_model: state.query_model, dim_ingest: state.dim_ingest, dim_query: state.dim_query }]
    : [];

/** Names of the phases that ran, in order. */
export const phasesApplied = (outcome: PipelineOutcome, guard: GuardOutcome, lexical: LexicalLeg, dense: LegScores | null, { explain, profile }: SearchOptions): string[] => [
  ...(guard.state.result === 'OFF' ? [] : ['model_guard']),
  ...(lexical.terms.length > 0 ? ['lexical'] : []),
  ...(dense === null ? [] : ['dense']),
  `fusion_${profile.flags.fusion}`,
  ...outcome.records.filter(({ ran }) => ran).map(({ name }) => name),
  ...(explain ? ['score_explainability'] : []),
];

/** Names of the phases that the profile, or a missing leg, left out. */
export const phasesSkipped = (outcome: PipelineOutcome, dense: LegScores | null, flags: ProfileFlags): string[] => [
  ...(flags.model_guard ? [] : ['model_guard']),
  ...(dense === null ? ['dense'] : []),
  ...outcome.records.filter(({ ran }) => !ran).map(({ name }) => name),
];

/** The trace before anything was found. */
export const emptyTrace = (
  options: SearchOptions, guard: GuardOutcome, scope: DrawerScope, warnings: readonly string[], watch: Stopwatch, { catalogue }: SearchDependencies,
): PipelineTrace => ({
  phases_applied: ['model_guard'], phases_skipped: [], total_candidates_in: 0, total_results_out: 0, profile_used: options.profile.name,
  elapsed_ms: watch.elapsed(), phase_timing_ms: watch.timings(), model_guard: guard.state, warnings: [...warnings],
  scope: { palace: catalogue.drawers, in_scope: scope.count, without_vector: scope.count }, legs: {}, terms: [],
});

/** Strict model guard: no results, and how to mend it. */
export const blockedResult = (
  options: SearchOptions, guard: GuardOutcome, scope: DrawerScope, warnings: readonly string[], watch: Stopwatch, dependencies: SearchDependencies,
): SearchResult => {
  const error = new PalaceError('E_MODEL_MISMATCH', guard.warning ?? 'The palace was embedded with another model.');
  return {
    query: options.query, profile: options.profile.name, results: [], pipeline_trace: emptyTrace(options, guard, scope, warnings, watch, dependencies),
    ...(options.candidateTrace ? { candidate_trace: guardEntries({ ...guard, denseUsable: false }) } : {}),
    warnings: [...warnings], error: { code: error.code, message: error.message, remedy: error.remedy },
  };
};
