import { PalaceError } from '../../model/errors/palaceError.ts';
import type { PipelineTrace, SearchResult } from '../../contract/search/searchResult.ts';
import type { GuardOutcome } from '../query/modelGuard.ts';
import type { PipelineOutcome } from './runPhases.ts';
import type { RankingInput } from './rankingInput.ts';
import type { Watch } from '../query/stopwatch.ts';

/** What the guard adds to the candidate trace: its event if it found a mismatch. Only a strict guard blocks the search. */
export const guardEntries = ({ state }: GuardOutcome, isStrict: boolean): Record<string, unknown>[] =>
  state.result === 'MISMATCH'
    ? [
        {
          phase: 'model_guard',
          action: isStrict ? 'block' : 'warn',
          ingest_model: state.ingest_model,
          query_model: state.query_model,
          dim_ingest: state.dim_ingest,
          dim_query: state.dim_query,
        },
      ]
    : [];

/** Names of the phases that ran, in order. */
export const phasesApplied = (
  outcome: PipelineOutcome,
  { guard, legs, context, explain }: RankingInput,
): string[] => [
  ...(guard.state.result === 'OFF' ? [] : ['model_guard']),
  ...(context.terms.length > 0 ? ['lexical'] : []),
  ...(legs['dense'] === undefined ? [] : ['dense']),
  `fusion_${context.flags.fusion}`,
  ...outcome.records.filter(({ ran }) => ran).map(({ name }) => name),
  ...(explain ? ['score_explainability'] : []),
];

/** Names of the phases that did not run, because the profile has them off or a leg is missing. */
export const phasesSkipped = (outcome: PipelineOutcome, { legs, context }: RankingInput): string[] => [
  ...(context.flags.model_guard ? [] : ['model_guard']),
  ...(legs['dense'] === undefined ? ['dense'] : []),
  ...outcome.records.filter(({ ran }) => !ran).map(({ name }) => name),
];

/** The trace before anything was found. */
export const emptyTrace = ({ profile, guard, scope, warnings }: RankingInput, watch: Watch): PipelineTrace => {
  const starts = watch.starts();
  return {
    phases_applied: ['model_guard'],
    phases_skipped: [],
    total_candidates_in: 0,
    total_results_out: 0,
    profile_used: profile,
    elapsed_ms: watch.elapsed(),
    phase_timing_ms: watch.timings(),
    ...(starts === undefined ? {} : { phase_start_ms: starts }),
    model_guard: guard.state,
    warnings: [...warnings],
    scope: { ...scope },
    legs: {},
    terms: [],
  };
};

/** The answer of a search that a strict model guard blocked: no results, and what to do. */
export const blockedResult = (input: RankingInput, watch: Watch): SearchResult => {
  const { guard, query, profile, candidateTrace, warnings } = input;
  const error = new PalaceError(
    'E_MODEL_MISMATCH',
    guard.warning ?? 'The palace was embedded with another model.',
  );
  return {
    query,
    profile,
    results: [],
    pipeline_trace: emptyTrace(input, watch),
    ...(candidateTrace ? { candidate_trace: guardEntries(guard, true) } : {}),
    warnings: [...warnings],
    error: { code: error.code, message: error.message, remedy: error.remedy },
  };
};
