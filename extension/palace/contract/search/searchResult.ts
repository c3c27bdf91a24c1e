import * as z from 'zod';
import { recordByName } from '../../../base/recordByName.ts';
import { recordOf } from '../../../base/recordOf.ts';
import { breakdownKeys, scorePhases } from './scorePhases.ts';

/** Wire format of a search's answer (command line, agents, inspector, replay). */

/** One phase's change of one drawer's score. */
export const scoreEventSchema = z.object({
  phase: z.enum(scorePhases),
  /** Added to the score. */
  delta: z.number(),
  /** One English sentence; the clients translate it by reasonTexts.ts. */
  reason: z.string(),
});
export type ScoreEvent = z.infer<typeof scoreEventSchema>;

/** The terms of a selection score, in the order in which they add up. */
const selectionTerms = ['relevance', 'mmr', 'cross_wing_balancing', 'held_back'] as const;

export const selectionEventSchema = z.object({
  phase: z.enum(selectionTerms),
  delta: z.number(),
  reason: z.string(),
});
/** One term of the number that the selection picked a drawer by. */
export type SelectionEvent = z.infer<typeof selectionEventSchema>;

/** The events, summed by key. scorePhaseTable.ts defines the key of each phase. */
export const scoreBreakdownSchema = z.object({
  cosine_similarity: z.number(),
  ...recordOf(breakdownKeys, () => z.number()),
  final_score: z.number(),
});
export type ScoreBreakdown = z.infer<typeof scoreBreakdownSchema>;

/** From 1, both inclusive. */
export const lineRangeSchema = z.object({ start: z.number().int(), end: z.number().int() });

/**
 * A drawer's place in one leg. The rank starts at 1 and is null if the leg did not find the drawer; `share` is
 * what the leg added to `relevance`.
 */
export const legRankSchema = z.object({ rank: z.number().int().nullable(), score: z.number(), share: z.number() });

const searchHitSchema = z.object({
  /** From 1. */
  rank: z.number().int(),
  /** Of a linked palace's drawer: `palace:drawer`. */
  drawer_id: z.string(),
  /** The linked palace that it lives in; absent: this one. */
  palace: z.string().optional(),
  wing: z.string(),
  room: z.string(),
  type: z.string(),
  tier: z.string(),
  source_file: z.string().nullable(),
  lines: lineRangeSchema.nullable(),
  filed_at: z.string(),
  /** The member of the team who filed it; absent: it was filed here. */
  filed_by: z.string().optional(),
  text: z.string(),
  /** What the text of a file defines, or its headings: the first eight. Absent if there are none. */
  names: z.array(z.string()).optional(),
  pinned: z.boolean(),
  archived: z.boolean(),
  sensitive: z.boolean(),
  /** True: the model can't embed its text, so it never gets a vector; absent: it can, or that is not known. */
  unembeddable: z.boolean().optional(),
  /** Where the secrets are in the text of a sensitive drawer; empty if a person has marked it as sensitive. */
  secret_spans: z.array(lineRangeSchema).optional(),
  access_count: z.number().int(),
  matched_via: z.enum(['drawer', 'closet']),
  closet_preview: z.string().optional(),
  /** IDs of drawers with the same text, folded into this one. */
  also_in: z.array(z.string()),
  /** `cosine_similarity` plus the delta of every score event. */
  score: z.number(),
  /**
   * The selection's objective, never above that of the picks before, so it never rises from one result to the
   * next. Absent in lists with another order.
   */
  selection_score: z.number().optional(),
  /** With `explain`: the terms of `selection_score`, which is their sum from left to right. */
  selection_events: z.array(selectionEventSchema).optional(),
  importance: z.number().optional(),
  /** Ranks in the lexical and dense legs, for the provenance line (“keyword #1 · semantic #2”). */
  legs: z.record(z.string(), legRankSchema).optional(),
  cosine_similarity: z.number().optional(),
  score_breakdown: scoreBreakdownSchema.optional(),
  score_events: z.array(scoreEventSchema).optional(),
  /**
   * The newer drawer that replaces it; `marked` if a person or an agent said so; otherwise similarity and age
   * suggest it.
   */
  replaced_by: z.object({ drawer_id: z.string(), title: z.string(), marked: z.boolean() }).optional(),
  /** The drawer whose place it has, because it replaces that one and matches less well itself. */
  in_place_of: z.object({ drawer_id: z.string(), title: z.string() }).optional(),
  /** Of a part of a long note: the note’s first part, the number of this one (from 1), and how many there are. */
  part_of: z
    .object({ drawer_id: z.string(), title: z.string(), part: z.number().int(), parts: z.number().int() })
    .optional(),
  annotations: z.array(z.string()),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** Whether the palace's vectors may be compared with the query's. */
export const modelGuardSchema = z.object({
  /** UNSTAMPED: there are no vectors yet; UNAVAILABLE: the model can't be used; OFF: the profile does not compare the models. */
  result: z.enum(['MATCH', 'MISMATCH', 'UNSTAMPED', 'UNAVAILABLE', 'OFF']),
  ingest_model: z.string().nullable(),
  query_model: z.string().nullable(),
  dim_ingest: z.number().int().nullable(),
  dim_query: z.number().int().nullable(),
});
export type ModelGuardState = z.infer<typeof modelGuardSchema>;

export const pipelineTraceSchema = z.object({
  phases_applied: z.array(z.string()),
  phases_skipped: z.array(z.string()),
  total_candidates_in: z.number().int(),
  total_results_out: z.number().int(),
  profile_used: z.string(),
  elapsed_ms: z.number(),
  phase_timing_ms: z.record(z.string(), z.union([z.number(), z.record(z.string(), z.unknown())])),
  /**
   * When each of them began, in milliseconds after the search did. Absent in packets of older versions. A step
   * that ran more than once has its first start.
   */
  phase_start_ms: z.record(z.string(), z.number()).optional(),
  model_guard: modelGuardSchema,
  warnings: z.array(z.string()),
  /** Number of drawers in the palace, in the query's scope, and in scope but still without a vector. */
  scope: z.object({ palace: z.number().int(), in_scope: z.number().int(), without_vector: z.number().int() }),
  /** How many drawers each leg matched. */
  legs: z.record(z.string(), z.number().int()),
  /** Stems that the lexical leg looked for, to highlight them in the text. */
  terms: z.array(z.string()),
});
export type PipelineTrace = z.infer<typeof pipelineTraceSchema>;

/** A drop, a phase's event (model guard) or a batch; drops carry `drawer_id`, `dropped_at`, `reason`. */
const candidateTraceEntrySchema = z.record(z.string(), z.unknown());

/** How many candidates entered and left a step. */
export const flowStepSchema = z.object({
  phase: z.string(),
  in: z.number().int(),
  out: z.number().int(),
  /** Phase that dropped them → number of candidates. */
  dropped: z.record(z.string(), z.number().int()),
});
export type FlowStep = z.infer<typeof flowStepSchema>;

/**
 * Everything that the selection function needs to run again in another process (the live what-if). Candidates are
 * in order of score.
 */
const selectionTraceSchema = z.object({
  candidates: z.array(z.object({ drawer_id: z.string(), wing: z.string(), score: z.number(), title: z.string() })),
  /** Cosines of candidates i < j, row by row: (0,1), (0,2), … (1,2), …; 0 if either has no vector. */
  similarities: z.array(z.number()),
  wing_counts: recordByName(z.number().int()),
  k: z.number().int(),
  mmr_lambda: z.number(),
  wing_diversity_weight: z.number(),
  wing_diversity_scale: z.enum(['none', 'palace_share']),
});
export type SelectionTrace = z.infer<typeof selectionTraceSchema>;

/** A change of a search. Every part that is present is applied. */
const searchChangeSchema = z.object({
  /** The number of results. */
  k: z.number().int().optional(),
  /** Profile flags, with their new values. */
  overrides: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).optional(),
  /** Back to the default order. */
  sort_by: z.literal('relevance').optional(),
  include_archived: z.literal(true).optional(),
  /** A condition to remove from the query or its filter; for a phrase in quotes, only the quotes are removed. */
  without: z
    .object({ kind: z.enum(['field', 'phrase', 'excluded', 'excludedPhrase']), value: z.string() })
    .optional(),
  /** A condition to add to the query. */
  add: z.string().optional(),
  /** A change of the palace, not of the search. */
  palace: z.literal('rebuild_embeddings').optional(),
});
export type SearchChange = z.infer<typeof searchChangeSchema>;

/** Why a drawer is not among a search's results. */
export const whyNotSchema = z.object({
  drawer_id: z.string(),
  title: z.string(),
  /** The rank among the results, if the drawer is one of them. */
  rank: z.number().int().nullable(),
  in_scope: z.boolean(),
  entered_pool: z.boolean(),
  /**
   * Leg → the drawer's rank in it (null: not found), how many drawers the leg ranks, and the deepest rank of any
   * candidate.
   */
  leg_ranks: z.record(
    z.string(),
    z.object({ rank: z.number().int().nullable(), matched: z.number().int(), depth: z.number().int() }),
  ),
  dropped_at: z.string().nullable(),
  /** One sentence for a person. */
  reason: z.string(),
  /** Changes that would bring it in, one sentence each. */
  fixes: z.array(z.string()),
  /** The fixes as changes, in the same order; null: nothing that a program could change. */
  changes: z.array(searchChangeSchema.nullable()).optional(),
  score_at_drop: z.number().nullable(),
});
export type WhyNot = z.infer<typeof whyNotSchema>;

/** Everything needed to compute a ranking again without the palace. `packet_version` gives the format. */
export const replayPacketSchema = z.looseObject({
  packet_version: z.literal(1),
  query: z.string(),
  profile_used: z.string(),
  recorded_at: z.string(),
});
export type ReplayPacket = z.infer<typeof replayPacketSchema>;

const searchErrorSchema = z.object({ code: z.string(), message: z.string(), remedy: z.string() });

export const searchResultSchema = z.object({
  query: z.string(),
  profile: z.string(),
  /** What the results are sorted by, if not the selection. */
  sort_by: z.enum(['importance', 'recency']).optional(),
  results: z.array(searchHitSchema),
  /** Nothing close was found: these are just the nearest. */
  weak: z.literal(true).optional(),
  /** How many candidates the profile left out because another candidate replaces them. Absent for none. */
  replaced_left_out: z.number().int().optional(),
  /** How many archived drawers match, where the search found little. Absent for none. */
  archived_matches: z.number().int().optional(),
  /** Words that no drawer holds, with the words searched for instead. */
  read_as: z.array(z.object({ word: z.string(), read_as: z.string() })).optional(),
  /** Names of the linked palaces that were to be searched and could not be read; `warnings` say why. Absent for none. */
  unread_palaces: z.array(z.string()).optional(),
  pipeline_trace: pipelineTraceSchema,
  candidate_trace: z.array(candidateTraceEntrySchema).optional(),
  /** With `candidate_trace`. */
  flow: z.array(flowStepSchema).optional(),
  /** With `candidate_trace`. */
  selection_trace: selectionTraceSchema.optional(),
  /** With `replay`. */
  replay_packet: replayPacketSchema.optional(),
  /** With `dry_run` and `explain`: every candidate, not only the results. */
  candidates: z.array(searchHitSchema).optional(),
  warnings: z.array(z.string()),
  error: searchErrorSchema.optional(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** Whether the answer tells how its scores came about, because the call or the profile asked for it. */
export const isExplained = ({ pipeline_trace: trace }: Pick<SearchResult, 'pipeline_trace'>): boolean =>
  trace.phases_applied.includes('score_explainability');
