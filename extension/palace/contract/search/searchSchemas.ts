import * as z from 'zod';
import { filterSchema } from './drawerFilterSchema.ts';
import { replayPacketSchema, searchResultSchema, whyNotSchema } from './searchResult.ts';

export const searchRequestSchema = z.object({
  query: z.string(),
  profile: z.string().optional(),
  filter: filterSchema.optional(),
  /** Number of results; the profile's `final_k` (10) when absent. */
  k: z.number().int().min(1).max(1000).optional(),
  sort_by: z.enum(['relevance', 'importance', 'recency']).optional(),
  explain: z.boolean().optional(),
  candidate_trace: z.boolean().optional(),
  dry_run: z.boolean().optional(),
  /** Add a packet from which `replay` computes the same answer again. */
  replay: z.boolean().optional(),
  /** Profile flags for this call only. */
  overrides: z.record(z.string(), z.unknown()).optional(),
  /** Skip the dense leg (search while typing, before the model is loaded). */
  words_only: z.boolean().optional(),
  /** Wait, for a few seconds at most, until the results have their vectors, and rank by them. */
  complete: z.boolean().optional(),
  /** False: this palace only, without the linked ones. */
  links: z.boolean().optional(),
  /** A language model is given the results: only linked palaces that are open to agents take part. */
  for_agent: z.boolean().optional(),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** Rows of the palace's table of calls. */
export const searchCalls = {
  /** Rejects with E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD, E_CANCELLED and the errors of the profile. */
  search: { again: 'read', params: searchRequestSchema, result: searchResultSchema },
  /** Why a drawer is not among the results of a search, or at which rank it is. */
  whyNot: { again: 'read', params: searchRequestSchema.extend({ drawer_id: z.string() }), result: whyNotSchema },
  /** Computes a recorded search again, without the palace. Rejects with E_REPLAY if it is no packet. */
  replay: { again: 'read', params: z.object({ packet: replayPacketSchema }), result: searchResultSchema },
  /** Drawers with the vectors nearest to a drawer's, without the drawer itself. Rejects with E_DRAWER_NOT_FOUND, E_NO_VECTOR. */
  similar: {
    again: 'read',
    params: z.object({
      drawer_id: z.string(),
      k: z.number().int().min(1).max(100).optional(),
      filter: filterSchema.optional(),
    }),
    result: searchResultSchema,
  },
} as const;
