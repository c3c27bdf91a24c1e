import type { PaginationState } from '../../contract/search/scanSchemas.ts';
import type { SearchResult } from '../../contract/search/searchResult.ts';
import { scoreEvents, type Candidate } from '../candidates/candidate.ts';
import type { PipelineOutcome } from '../pipeline/runPhases.ts';
import type { RankingInput } from '../pipeline/rankingInput.ts';
import { packetCandidate } from './packetCandidate.ts';
import type { CompactionRecord } from '../query/compactionRecord.ts';
import type { PacketData } from './packetSchema.ts';
import type { SimilarityRecord } from './recordedSimilarities.ts';

interface Recorded {
  /** Its context must be the one that records the similarities. */
  readonly input: RankingInput;
  readonly outcome: PipelineOutcome;
  readonly result: SearchResult;
  readonly similarities: SimilarityRecord['pairs'];
  readonly pagination: PaginationState;
  readonly compaction: CompactionRecord | null;
}

/** Everything that determined this answer, as plain data, without the texts of sensitive drawers. */
export const writePacket = ({
  input,
  outcome,
  result,
  similarities,
  pagination,
  compaction,
}: Recorded): PacketData => {
  const { context, guard, candidates } = input;
  const words = new Set([...context.termOrder, ...context.terms.map(({ term }) => term)]);
  const hashes = hashLabels(candidates);
  return {
    packet_version: 1,
    query: input.query,
    profile_used: input.profile,
    recorded_at: new Date(context.nowMs).toISOString(),
    request: {
      k: context.k,
      sort_by: context.sortBy,
      explain: input.explain,
      candidate_trace: input.candidateTrace,
      dry_run: input.dryRun,
    },
    profile_flags: context.flags,
    now_ms: context.nowMs,
    model_guard_result: guard.state.result,
    model_guard: { state: guard.state, dense_usable: guard.denseUsable, warning: guard.warning },
    warnings: [...input.warnings],
    read_as: result.read_as,
    unread_palaces: result.unread_palaces,
    scope: { ...input.scope },
    legs: { ...input.legs },
    matched: input.matched,
    query_text: context.query,
    terms: context.terms.map((term) => ({ ...term })),
    term_order: [...context.termOrder],
    term_words: [...context.termWords],
    wing_counts_at_query_time: { ...context.wingCounts },
    snapshot: context.snapshot,
    candidates: candidates.map((candidate, i) => packetCandidate(candidate, hashes[i] ?? '', words)),
    similarities: similaritiesData(candidates, similarities()),
    score_events: eventsOfResults(outcome),
    pagination_state: pagination,
    compaction_candidates: [...(compaction?.candidates ?? [])],
    compaction_plan:
      compaction === null
        ? { groups: [], summary_count: 0 }
        : { ...compaction.plan, groups: [...compaction.plan.groups] },
    timing: {
      elapsed_ms: result.pipeline_trace.elapsed_ms,
      phase_timing_ms: result.pipeline_trace.phase_timing_ms,
      phase_start_ms: result.pipeline_trace.phase_start_ms,
    },
  };
};

/** The similarities that were asked for, by the candidates' places instead of their slots. */
const similaritiesData = (
  candidates: readonly Candidate[],
  pairs: ReturnType<Recorded['similarities']>,
): PacketData['similarities'] => {
  const placeOf = new Map(candidates.map(({ entry }, i) => [entry.slot, i]));
  return {
    pairs: pairs.flatMap(({ a, b }) => [placeOf.get(a) ?? 0, placeOf.get(b) ?? 0]),
    cosines: pairs.map(({ cosine }) => cosine),
  };
};

/** Each result's score and how it came about. */
const eventsOfResults = ({ results }: PipelineOutcome): PacketData['score_events'] =>
  results.map((candidate) => ({
    drawer_id: candidate.entry.id,
    score: candidate.score,
    score_events: scoreEvents(candidate),
  }));

/**
 * Content hashes, one per candidate. A sensitive drawer gets a label instead, equal for equal texts, unless a drawer that is
 * not sensitive has the same text.
 */
const hashLabels = (candidates: readonly Candidate[]): string[] => {
  const open = new Set(
    candidates.filter(({ drawer }) => !drawer.sensitive).map(({ drawer }) => drawer.contentHash),
  );
  return candidates.map(({ drawer: { contentHash, sensitive } }) =>
    sensitive && !open.has(contentHash)
      ? `sensitive-${candidates.findIndex(({ drawer }) => drawer.contentHash === contentHash)}`
      : contentHash,
  );
};
