import { Analyser } from '../../lexical/text/analysis.ts';
import { asReason, errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { schemaProblem } from '../../model/errors/schemaProblem.ts';
import type { SearchResult } from '../../contract/search/searchResult.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { rank } from '../pipeline/rank.ts';
import type { RankingInput } from '../pipeline/rankingInput.ts';
import type { Watch } from '../query/stopwatch.ts';
import { candidateOf } from './packetCandidate.ts';
import { packetSchema, type Packet } from './packetSchema.ts';

/**
 * Recomputes a recorded search from its packet alone, through the same phases, and returns the same answer byte for byte.
 * Timings are the recorded ones. The answer does not repeat the packet. A placeholder replaces the texts of sensitive drawers,
 * which no packet holds. If this version ranks differently from the one that recorded the packet, a warning says so. Throws
 * E_REPLAY, naming what is wrong with the packet and where.
 */
export const replay = (data: unknown): SearchResult => {
  const packet = readPacket(data);
  const { outcome, result } = rank(inputOf(packet), recordedWatch(packet));
  const now = outcome.results.map(({ entry, score, events }) => ranked(entry.id, score, events));
  const then = packet.score_events.map((each) => ranked(each.drawer_id, each.score, each.score_events));
  if (JSON.stringify(now) === JSON.stringify(then)) return result;
  return {
    ...result,
    warnings: [
      ...result.warnings,
      'The packet was recorded by a version that ranked differently: this is how the present version ranks the same candidates.',
    ],
  };
};

/** What makes one ranking of a drawer another one. Reasons are left out: versions may word the same step differently. */
const ranked = (
  id: string,
  score: number,
  events: readonly { readonly phase: string; readonly delta: number }[],
) => [id, score, events.map(({ phase, delta }) => [phase, delta])];

const readPacket = (data: unknown): Packet => {
  const parsed = packetSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new PalaceError(
    'E_REPLAY',
    errorText`This is not a packet to replay: ${asReason(schemaProblem(parsed.error, data))}.`,
    { cause: parsed.error },
  );
};

const inputOf = (packet: Packet): RankingInput => {
  const analyser = new Analyser();
  const candidates = packet.candidates.map((candidate) => candidateOf(candidate, analyser));
  return {
    query: packet.query,
    profile: packet.profile_used,
    explain: packet.request.explain,
    candidateTrace: packet.request.candidate_trace,
    dryRun: packet.request.dry_run,
    guard: {
      state: packet.model_guard.state,
      denseUsable: packet.model_guard.dense_usable,
      warning: packet.model_guard.warning,
    },
    warnings: packet.warnings,
    readAs: packet.read_as ?? [],
    unreadPalaces: packet.unread_palaces ?? [],
    scope: packet.scope,
    legs: packet.legs,
    matched: packet.matched,
    candidates,
    context: {
      query: packet.query_text,
      terms: packet.terms,
      termOrder: packet.term_order,
      termWords: new Map(packet.term_words),
      flags: packet.profile_flags,
      k: packet.request.k,
      sortBy: packet.request.sort_by,
      nowMs: packet.now_ms,
      wingCounts: packet.wing_counts_at_query_time,
      snapshot: packet.snapshot,
      similarity: similarityOf(packet, candidates),
    },
  };
};

const similarityOf = (
  { similarities: { pairs, cosines } }: Packet,
  candidates: readonly Candidate[],
): RankingInput['context']['similarity'] => {
  const key = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const slot = (place: number): number => candidates[pairs[place] ?? -1]?.entry.slot ?? -1;
  const known = new Map(cosines.map((cosine, i) => [key(slot(2 * i), slot(2 * i + 1)), cosine]));
  return (a, b) => {
    const cosine = known.get(key(a.entry.slot, b.entry.slot));
    if (cosine === undefined)
      throw new PalaceError(
        'E_REPLAY',
        errorText`This is not a packet to replay: similarities: the similarity of ${a.entry.id} and ${b.entry.id} is not recorded.`,
      );
    return cosine;
  };
};

/** A watch that returns the recorded times and measures nothing. */
const recordedWatch = ({ timing }: Packet): Watch => ({
  now: () => 0,
  add: () => undefined,
  time: (_, work) => work(),
  elapsed: () => timing.elapsed_ms,
  timings: () => timing.phase_timing_ms,
  starts: () => timing.phase_start_ms,
});
