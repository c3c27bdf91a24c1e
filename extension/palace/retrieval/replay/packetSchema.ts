import * as z from 'zod';
import { recordByName } from '../../../base/recordByName.ts';
import { entryTypes, tiers } from '../../model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, sourceId, wingName } from '../../model/drawer/ids.ts';
import {
  legRankSchema,
  lineRangeSchema,
  modelGuardSchema,
  pipelineTraceSchema,
  replayPacketSchema,
  scoreEventSchema,
  searchResultSchema,
} from '../../contract/search/searchResult.ts';
import { paginationStateSchema } from '../../contract/search/scanSchemas.ts';
import { phaseSnapshotSchema } from '../phases/phaseSnapshot.ts';
import { builtInProfiles } from '../profiles/builtInProfiles.ts';
import { profileFlagsSchema, type ProfileFlags } from '../profiles/profileFlags.ts';

const count = z.number().int().min(0);
const time = z.iso.datetime().transform((text) => isoTime(text));
const id = z.string().min(1).transform(drawerId);

/** A drawer in a packet: complete, except that a sensitive drawer has no text. */
const packetDrawerSchema = z.object({
  rowid: count,
  id,
  wing: z.string().transform(wingName),
  room: z.string().transform(roomName),
  type: z.enum(entryTypes),
  tier: z.enum(tiers),
  source_id: z.string().transform(sourceId).nullable(),
  source_file: z.string().nullable(),
  span: z.object({ start: count, end: count }).nullable(),
  lines: lineRangeSchema.nullable(),
  chunk_index: count,
  /** A sensitive drawer usually has a label here, equal for equal texts: the hash of a short text would reveal the text. */
  content_hash: z.string(),
  filed_at: time,
  created_at: time,
  importance: z.number().min(0).max(1),
  pinned: z.boolean(),
  sensitive: z.boolean(),
  speaker: z.string().nullable(),
  exchange: z.number().int().nullable(),
  part: z.number().int().nullable(),
  archived: z.boolean(),
  archived_at: time.nullable(),
  archive_reason: z.string().nullable(),
  superseded_by: id.nullable(),
  consolidated_into: id.nullable(),
  access_count: count,
  last_accessed: time.nullable(),
  /** Null if the drawer is sensitive. */
  text: z.string().nullable(),
});
export type PacketDrawer = z.input<typeof packetDrawerSchema>;

/** What the phases need from a sensitive text: the positions of the query's words, and whether the text mentions a time. */
const packetTermsSchema = z.object({
  terms: z.array(z.string()),
  positions: z.array(count),
  sentence: z.array(count),
  mentions_time: z.boolean(),
});

export const packetCandidateSchema = z
  .object({
    /** The linked palace that it lives in; absent: the one that was searched. */
    palace: z.string().optional(),
    slot: count,
    source_number: count,
    drawer: packetDrawerSchema,
    cosine: z.number(),
    has_vector: z.boolean(),
    unembeddable: z.boolean().optional(),
    relevance: z.number(),
    legs: z
      .object({
        lexical: legRankSchema,
        dense: legRankSchema,
        closets: legRankSchema.optional(),
        graph: legRankSchema.optional(),
      })
      .transform(({ lexical, dense, closets, graph }) => ({
        lexical,
        dense,
        ...(closets === undefined ? {} : { closets }),
        ...(graph === undefined ? {} : { graph }),
      })),
    closet_line: z.string().optional(),
    /** Its events before the phases ran. */
    score_events: z.array(scoreEventSchema),
    also_in: z.array(z.string()),
    annotations: z.array(z.string()).optional(),
    terms: packetTermsSchema.optional(),
  })
  .refine(
    ({ drawer, terms }) => (drawer.sensitive ? drawer.text === null && terms !== undefined : drawer.text !== null),
    { error: 'must have terms instead of a text if it is sensitive, and a text if it is not' },
  );

/**
 * Flags that early packets lack, at the values by which those were ranked; other flags that they lack had no
 * effect.
 */
const laterFlags: Partial<ProfileFlags> = {
  ...builtInProfiles['default'],
  spelling_enabled: false,
  path_weight: 1,
  names_weight: 0.5,
  subject_weight: 0.5,
  pair_scope: 'all',
  sentence_scope: 'all',
  kind_weight: 0,
  kind_docs_share: 0.5,
  source_support: 0,
  source_decline: 0,
  neighbour_weight: 0,
  series_weight: 0,
  history_weight: 0,
  tests_weight: 0,
  supersede_lift_enabled: false,
};

const withLaterFlags = (flags: unknown): unknown =>
  typeof flags === 'object' && flags !== null ? { ...laterFlags, ...flags } : flags;

/** A complete packet of version 1. */
export const packetSchema = replayPacketSchema
  .extend({
    request: z.object({
      k: z.number().int().min(1),
      sort_by: z.enum(['relevance', 'importance', 'recency']),
      explain: z.boolean(),
      candidate_trace: z.boolean(),
      dry_run: z.boolean(),
    }),
    profile_flags: z.preprocess(withLaterFlags, profileFlagsSchema),
    now_ms: z.number(),
    model_guard_result: modelGuardSchema.shape.result,
    model_guard: z.object({ state: modelGuardSchema, dense_usable: z.boolean(), warning: z.string().nullable() }),
    warnings: z.array(z.string()),
    /** Absent where no word was read as another, and in packets of older versions. */
    read_as: searchResultSchema.shape.read_as,
    /** Absent where every linked palace was read, and in packets of older versions. */
    unread_palaces: searchResultSchema.shape.unread_palaces,
    scope: pipelineTraceSchema.shape.scope,
    legs: pipelineTraceSchema.shape.legs,
    matched: count,
    query_text: z.string(),
    terms: z.array(
      z.object({ term: z.string(), idf: z.number(), weight: z.number(), df: count, dfInScope: count }),
    ),
    term_order: z.array(z.string()),
    /** Absent from packets of before. */
    term_words: z.array(z.tuple([z.string(), z.string()])).optional(),
    wing_counts_at_query_time: recordByName(count),
    snapshot: phaseSnapshotSchema,
    candidates: z.array(packetCandidateSchema),
    /** Every similarity that the phases asked for: for each pair two indexes into `candidates` and one cosine. */
    similarities: z.object({ pairs: z.array(count), cosines: z.array(z.number()) }),
    /** The recorded results, in order of rank. */
    score_events: z.array(
      z.object({ drawer_id: z.string(), score: z.number(), score_events: z.array(scoreEventSchema) }),
    ),
    pagination_state: paginationStateSchema,
    compaction_candidates: z.array(z.unknown()),
    /** The latest plan; its ID, time and revision are absent before the first. */
    compaction_plan: z.object({
      plan_id: z.string().optional(),
      created_at: z.string().optional(),
      palace_revision: count.optional(),
      groups: z.array(z.unknown()),
      summary_count: count,
    }),
    timing: pipelineTraceSchema.pick({ elapsed_ms: true, phase_timing_ms: true, phase_start_ms: true }),
  })
  .refine(
    ({ similarities: { pairs, cosines }, candidates }) =>
      pairs.length === 2 * cosines.length && pairs.every((place) => place < candidates.length),
    { error: 'must name two of the candidates for each cosine', path: ['similarities'] },
  );
export type Packet = z.output<typeof packetSchema>;
export type PacketData = z.input<typeof packetSchema>;
