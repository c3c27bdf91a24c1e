import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import { exchangeViewSchema } from './filing/conversationSchemas.ts';
import { filterSchema } from './search/drawerFilterSchema.ts';
import { drawerViewSchema, shownDrawerSchema } from './drawerViewSchema.ts';
import { findingsReportSchema, findingsRequestSchema } from './findingsSchemas.ts';

/** Rows of the palace's table of calls. */
export const drawerCalls = {
  /** Drawers that pass a filter, page by page. */
  list: {
    again: 'read',
    params: z.object({
      filter: filterSchema.optional(),
      /** `next` of the page before; null or absent for the first page. */
      cursor: z.string().nullable().optional(),
      /** Drawers per page; 200 when absent. */
      limit: z.number().int().min(1).max(1000).optional(),
      /** By source, in the order of its text (the default), or the last filed first. A cursor belongs to one order. */
      order: z.enum(['source', 'newest']).optional(),
      /** `limit` counts a long note, which is kept in several drawers, as one, and no page ends within it. */
      whole_notes: z.boolean().optional(),
      /** Also count all drawers that pass the filter. */
      with_counts: z.boolean().optional(),
    }),
    result: z.object({
      drawers: z.array(drawerViewSchema),
      /** The cursor of the next page; null: this is the last one. */
      next: z.string().nullable(),
      /** With `with_counts`: wing → room → number of drawers. */
      counts: recordByName(recordByName(z.number().int())).optional(),
      /** Only of a damaged palace, whose unreadable drawers are not listed. */
      warnings: z.array(z.string()).optional(),
    }),
  },
  /** One drawer. Rejects with E_DRAWER_NOT_FOUND. */
  show: {
    again: 'read',
    /** `for_agent`: an agent reads it; not every linked palace is open to agents. */
    params: z.object({ drawer_id: z.string(), for_agent: z.boolean().optional() }),
    result: shownDrawerSchema,
  },
  /** The complete conversation exchange around a drawer. Its secrets are masked unless `reveal` is set. */
  showExchange: {
    again: 'read',
    params: z.object({ drawer_id: z.string(), reveal: z.boolean().optional() }),
    result: exchangeViewSchema,
  },
  /** Where secrets are, never the secrets themselves. */
  findings: { again: 'read', params: findingsRequestSchema, result: findingsReportSchema },
  /** Counts drawers as used in a session, which is once however often it is told. Drawers that do not exist are passed over. */
  recordAccess: {
    again: 'repeatable',
    params: z.object({
      drawer_ids: z.array(z.string()),
      session_id: z.string(),
      kind: z.enum(['opened', 'returned_to_agent']),
    }),
    result: z.object({}),
  },
} as const;
