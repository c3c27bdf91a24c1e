import type { SearchResult } from '../../contract/search/searchResult.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { candidateFlow } from './candidateFlow.ts';
import { expansionEntries } from '../phases/expansion.ts';
import { runPhases, type PipelineOutcome } from './runPhases.ts';
import type { RankingInput } from './rankingInput.ts';
import { isBlocked } from '../query/modelGuard.ts';
import { dropEntry, searchHit } from './searchHit.ts';
import { blockedResult, emptyTrace, guardEntries, phasesApplied, phasesSkipped } from './searchTrace.ts';
import { selectionTrace } from './selectionTrace.ts';
import { isWeak } from './weakMatch.ts';
import type { Watch } from '../query/stopwatch.ts';

interface Ranked {
  readonly result: SearchResult;
  readonly outcome: PipelineOutcome;
}

/** The pure half of a search: phases and explanation. The same input gives the same answer, except for the timings. */
export const rank = (input: RankingInput, watch: Watch): Ranked => {
  const { context, explain, candidateTrace, dryRun, candidates } = input;
  if (isBlocked(input, context.flags))
    return { result: blockedResult(input, watch), outcome: { results: [], dropped: [], records: [] } };
  const outcome = runPhases(candidates, context, () => watch.now());
  for (const { ran, timings, from } of outcome.records) {
    let at = from;
    for (const [name, ms] of ran ? Object.entries(timings) : []) {
      watch.add(name, ms, at);
      at += ms;
    }
  }
  const hits = () => outcome.results.map((candidate, i) => searchHit(candidate, i + 1, explain));
  const results = explain ? watch.time('score_explainability', hits) : hits();
  const replaced = outcome.dropped.filter(({ phase }) => phase === 'supersede').length;
  const everyone = [...outcome.results, ...outcome.dropped.map(({ candidate }) => candidate)];
  return {
    outcome,
    result: {
      query: input.query,
      profile: input.profile,
      ...(context.sortBy === 'relevance' ? {} : { sort_by: context.sortBy }),
      results,
      ...(nothingClose(outcome.results, input) ? { weak: true } : {}),
      ...(replaced === 0 ? {} : { replaced_left_out: replaced }),
      ...(input.readAs.length === 0 ? {} : { read_as: [...input.readAs] }),
      ...(input.unreadPalaces.length === 0 ? {} : { unread_palaces: [...input.unreadPalaces] }),
      pipeline_trace: {
        ...emptyTrace(input, watch),
        phases_applied: phasesApplied(outcome, input),
        phases_skipped: phasesSkipped(outcome, input),
        total_candidates_in: candidates.length,
        total_results_out: results.length,
        legs: { ...input.legs },
        terms: context.terms.map(({ term }) => term),
      },
      ...(candidateTrace
        ? {
            candidate_trace: [
              ...guardEntries(input.guard, context.flags.model_guard_strict),
              ...expansionEntries(context),
              ...outcome.dropped.map((drop) => dropEntry(drop, explain)),
            ],
            flow: candidateFlow(outcome, input),
            selection_trace: selectionTrace(outcome, context),
          }
        : {}),
      ...(dryRun && explain
        ? { candidates: everyone.map((candidate, i) => searchHit(candidate, i + 1, true)) }
        : {}),
      warnings: [...input.warnings],
    },
  };
};

/** Meaning must have been compared, and the results be ordered by it. */
const nothingClose = (results: readonly Candidate[], { context, legs }: RankingInput): boolean =>
  context.sortBy === 'relevance' &&
  legs['dense'] !== undefined &&
  isWeak(
    results,
    context.terms.map(({ term }) => term),
  );
