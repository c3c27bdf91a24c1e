import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import type { HookName } from './hookNames.ts';
import { scoreEventSchema } from './search/searchResult.ts';

const rankedDrawerSchema = z.object({ drawer_id: z.string(), wing: z.string(), score: z.number() });
export type RankedDrawer = z.infer<typeof rankedDrawerSchema>;

/** What each pipeline hook receives, in wire form. */
const hookContextSchemas = {
  /** After the model guard has compared; never if it is off. */
  post_model_guard: z.object({
    match: z.boolean(),
    ingest_model: z.string().nullable(),
    query_model: z.string().nullable(),
  }),
  /** After a selection that balances wings. `wing_saturation_scores`: each wing's share of the results. */
  post_cross_wing: z.object({
    candidates_before: z.array(rankedDrawerSchema),
    candidates_after: z.array(rankedDrawerSchema),
    wing_saturation_scores: recordByName(z.number()),
  }),
  /** Each change of each candidate's score. */
  post_score_event: scoreEventSchema.extend({ drawer_id: z.string() }),
  /** After a plan has been made. */
  post_compaction_plan: z.object({
    candidates: z.array(z.record(z.string(), z.unknown())),
    groups: z.array(z.unknown()),
    would_archive: z.number().int(),
    would_create_summaries: z.number().int(),
  }),
  /** After each batch of a scan of the palace. */
  post_batch: z.object({
    batch_index: z.number().int(),
    offset: z.number().int(),
    batch_size: z.number().int(),
    ltp_updates: z.number().int(),
  }),
} as const satisfies Record<HookName, z.ZodType>;

export type HookContexts = { readonly [Name in HookName]: z.infer<(typeof hookContextSchemas)[Name]> };
export type Hook<Name extends HookName> = (context: HookContexts[Name]) => unknown;

const hookEvent = <Name extends HookName>(name: Name) =>
  z.object({
    kind: z.literal('hook'),
    name: z.literal(name),
    /** In order; several only for frequent events, such as score events. */
    contexts: z.array(hookContextSchemas[name]),
  });

/** A hook's event, as the owner sends it to a client that asked for it. */
export const hookEventSchema = z.discriminatedUnion('name', [
  hookEvent('post_model_guard'),
  hookEvent('post_cross_wing'),
  hookEvent('post_score_event'),
  hookEvent('post_compaction_plan'),
  hookEvent('post_batch'),
]);
/** The event of one hook, or of any. */
export type HookEvent<Name extends HookName = HookName> = {
  readonly [Each in Name]: {
    readonly kind: 'hook';
    readonly name: Each;
    readonly contexts: readonly HookContexts[Each][];
  };
}[Name];
