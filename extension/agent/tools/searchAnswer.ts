import * as z from 'zod';
import { errorTable, PalaceError, type ErrorCode } from '../../palace/model/palaceError.ts';
import {
  scoreBreakdownSchema,
  scoreEventSchema,
  type SearchHit,
  type SearchResult,
} from '../../palace/contract/searchResult.ts';
import { drawerFields, drawerShape, isForAgents } from './drawerAnswer.ts';
import { palaceText, quotedText, type AnswerList, type AnswerValue, type ToolAnswer } from './toolAnswer.ts';

const legSchema = z.object({ rank: z.number().nullable(), score: z.number(), share: z.number() });
const timingSchema = z.record(z.string(), z.number());

/** The structured output of a search. */
export const searchOutput = {
  profile: z.string(),
  found: z.number().int(),
  warnings: z.array(quotedText).describe('What makes the answer less than it could be'),
  results: z.array(
    z.object({
      rank: z.number().int(),
      ...drawerShape,
      score: z.number(),
      annotations: z.array(z.string()).optional(),
      cosine_similarity: z.number().optional(),
      score_breakdown: scoreBreakdownSchema.optional(),
      score_events: z.array(scoreEventSchema).optional(),
      legs: z.record(z.string(), legSchema).optional(),
    }),
  ),
  trace: z
    .array(
      z.object({
        phases_applied: z.array(z.string()),
        phases_skipped: z.array(z.string()),
        candidates: z.number().int(),
        in_scope: z.number().int(),
        without_vector: z.number().int(),
        model_guard: z.string(),
        phase_timing_ms: timingSchema,
      }),
    )
    .optional()
    .describe('One, with explain'),
  flow: z
    .array(
      z.object({
        phase: z.string(),
        in: z.number().int(),
        out: z.number().int(),
        dropped: z.record(z.string(), z.number().int()),
      }),
    )
    .optional(),
  candidate_trace: z
    .array(z.object({ drawer_id: z.string().optional(), dropped_at: z.string().optional(), reason: z.string() }))
    .optional(),
};

const raise = 'Raise token_budget.';

export interface SearchDetails {
  readonly explain?: boolean | undefined;
  /** How to get the results that did not fit. */
  readonly more: string;
}

/** A search's answer for agents: compact; with `explain`, how each score came about. Throws the error if the palace refused. */
export const searchAnswer = (result: SearchResult, { explain, more }: SearchDetails): ToolAnswer => {
  if (result.error !== undefined) throw refusal(result.error);
  const hits = result.results.filter(isForAgents);
  return {
    facts: {
      profile: result.profile,
      found: hits.length,
      warnings: result.warnings.map(palaceText),
    },
    lists: [
      { name: 'results', items: hits.map((hit) => hitFields(hit, explain === true)), body: 'text', more },
      ...(explain === true ? [{ name: 'trace', items: [traceFields(result)], more: raise }] : []),
      ...candidateLists(result),
    ],
  };
};

const refusal = ({ code, message, remedy }: NonNullable<SearchResult['error']>): PalaceError =>
  new PalaceError(isCode(code) ? code : 'E_INTERNAL', message, { remedy });
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

const hitFields = (hit: SearchHit, explain: boolean): Record<string, AnswerValue> => ({
  rank: hit.rank,
  ...drawerFields(hit),
  score: rounded(hit.score),
  annotations: hit.annotations.length === 0 ? undefined : hit.annotations,
  ...(explain
    ? {
        cosine_similarity: hit.cosine_similarity,
        score_breakdown: hit.score_breakdown,
        score: hit.score,
        score_events: hit.score_events?.map(({ phase, delta, reason }) => ({ phase, delta, reason })),
        legs:
          hit.legs === undefined
            ? undefined
            : Object.fromEntries(
                Object.entries(hit.legs).map(([leg, { rank, score, share }]) => [leg, { rank, score, share }]),
              ),
      }
    : {}),
});

/** Four decimals, for reading. With `explain` the exact score is sent, because its events must add up to it. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

const traceFields = ({ pipeline_trace: trace }: SearchResult): Record<string, AnswerValue> => ({
  phases_applied: trace.phases_applied,
  phases_skipped: trace.phases_skipped,
  candidates: trace.total_candidates_in,
  in_scope: trace.scope.in_scope,
  without_vector: trace.scope.without_vector,
  model_guard: trace.model_guard.result,
  phase_timing_ms: Object.fromEntries(
    Object.entries(trace.phase_timing_ms).flatMap(([phase, ms]) => (typeof ms === 'number' ? [[phase, ms]] : [])),
  ),
});

const traceEntrySchema = z.object({
  drawer_id: z.string().optional(),
  dropped_at: z.string().optional(),
  reason: z.string(),
});

const candidateLists = ({ flow, candidate_trace: entries }: SearchResult): AnswerList[] => [
  ...(flow === undefined
    ? []
    : [
        {
          name: 'flow',
          items: flow.map(({ phase, in: entered, out, dropped }) => ({
            phase,
            in: entered,
            out,
            dropped: { ...dropped },
          })),
          more: raise,
        },
      ]),
  ...(entries === undefined
    ? []
    : [
        {
          name: 'candidate_trace',
          more: 'Raise token_budget, or narrow the search.',
          items: entries.flatMap((entry) => {
            const { data } = traceEntrySchema.safeParse(entry);
            return data === undefined
              ? []
              : [{ drawer_id: data.drawer_id, dropped_at: data.dropped_at, reason: data.reason }];
          }),
        },
      ]),
];
