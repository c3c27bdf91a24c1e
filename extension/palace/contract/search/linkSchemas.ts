import * as z from 'zod';
import { shownDrawerSchema } from '../drawerViewSchema.ts';
import { recordByName } from '../../../base/recordByName.ts';
import { filterSchema } from './drawerFilterSchema.ts';

const count = z.number().int().min(0);

/** Counts of one field of the drawers; `frequencies` is parallel to the call's `terms`. */
const fieldCountsSchema = z.object({ documents: count, length: count, frequencies: z.array(count) });
const fieldsSchema = z.object({ text: fieldCountsSchema, names: fieldCountsSchema, paths: fieldCountsSchema });
export type FieldCountsData = z.infer<typeof fieldCountsSchema>;

const scopeShape = { query: z.string(), filter: filterSchema.optional(), terms: z.array(z.string()).max(20_000) };

/**
 * What a leg of an answer took, in milliseconds: with the way to a server and back, and what the server itself says that it worked on
 * it; null if it does not say.
 */
const legTimeSchema = z.object({ leg: z.string(), ms: z.number(), at_server_ms: z.number().nullable() });
export type LegTime = z.infer<typeof legTimeSchema>;
/** Only where an answer comes from a server. */
export const legTimesSchema = z.array(legTimeSchema).optional();

/** One row of `phase_timing_ms.linked_palaces.answers`: a whole answer of a linked palace, or a leg of it. */
export interface LinkedTime extends LegTime {
  readonly palace: string;
  readonly asked: 'counts' | 'candidates';
}

const linkedCountsSchema = fieldsSchema.extend({
  drawers: count,
  in_scope: count,
  /** Drawers of the scope that hold each term in their text or path; parallel to `terms`. */
  in_scope_holding: z.array(count),
  wing_counts: recordByName(count),
  times: legTimesSchema,
});

const modelStampSchema = z.object({ model: z.string(), dim: count, sha256: z.string(), engine: z.string() });

/** The candidates of a linked palace. `retrieval/links` checks and reads it. */
const linkedPoolSchema = z.looseObject({ candidates: z.array(z.unknown()) });

/** The present state of a linked palace. */
const linkStateSchema = z.object({
  name: z.string(),
  /** Absolute paths; the workspace is null if the palace's own folder was linked. */
  folder: z.string(),
  workspace: z.string().nullable(),
  /** Whether agents may find its drawers. */
  agents: z.boolean(),
  reachable: z.boolean(),
  /** Why it can't be searched, and what to do; null if it can. */
  problem: z.string().nullable(),
  drawers: count.nullable(),
  bytes: count.nullable(),
  model: z.string().nullable(),
});
export type LinkState = z.infer<typeof linkStateSchema>;

/**
 * Rows of the palace's table of calls: what a search asks of a linked palace, and the state of the links. A linked palace never
 * gives away the secrets of its sensitive drawers: their texts come masked.
 */
export const linkCalls = {
  linkedCounts: {
    again: 'read',
    /** `words`: the words that the terms come from, for whoever derives its own terms. */
    params: z.object({ ...scopeShape, words: z.string().optional() }),
    result: linkedCountsSchema,
  },
  linkedPool: {
    again: 'read',
    params: z.object({
      ...scopeShape,
      words: z.string(),
      /** Of all palaces together. */
      counts: fieldsSchema,
      embedding: z.object({ vector: z.array(z.number()), model: modelStampSchema }).nullable(),
      /** The profile's flags. */
      flags: z.record(z.string(), z.unknown()),
      sort_by: z.enum(['relevance', 'importance', 'recency']),
      room: z.number().int().min(1).max(100_000),
    }),
    result: linkedPoolSchema,
  },
  linkedDrawer: { again: 'read', params: z.object({ drawer_id: z.string() }), result: shownDrawerSchema },
  linkedStatus: {
    again: 'read',
    params: z.object({}),
    result: z.object({ drawers: count, bytes: count, model: z.string().nullable() }),
  },
  /** The palaces that are linked to this one. Linking is not a call: a person does it on this machine. */
  links: { again: 'read', params: z.object({}), result: z.object({ links: z.array(linkStateSchema) }) },
} as const;
