import * as z from 'zod';
import {
  flowStepSchema,
  pipelineTraceSchema,
  scoreBreakdownSchema,
  type SearchResult,
} from '../../palace/contract/search/searchResult.ts';
import { shortScore } from './shortNumber.ts';
import { palaceText, quotedText, type AnswerList, type AnswerValue } from './toolAnswer.ts';

/**
 * What agents get of an entry of the candidate trace: a drop or the event of a step before the phases, by the names of the trace.
 * Titles and earlier queries stay out; a drawer is read by its ID.
 */
const traceEntrySchema = z.object({
  drawer_id: z.string().optional(),
  dropped_at: z.string().optional(),
  reason: z.string().optional(),
  wing: z.string().optional(),
  score: z.number().optional(),
  /** With `explain`: the breakdown when it was dropped; `partial_score` is its sum. */
  score_at_drop: scoreBreakdownSchema.extend({ partial_score: z.number() }).optional(),
  similar_to: z.string().optional(),
  similarity: z.number().optional(),
  wing_saturation: z.number().optional(),
  original_mmr_score: z.number().optional(),
  penalized_score: z.number().optional(),
  superseded_by: z.string().optional(),
  confidence: z.string().optional(),
  phase: z.string().optional(),
  action: z.string().optional(),
  ingest_model: z.string().nullable().optional(),
  query_model: z.string().nullable().optional(),
  dim_ingest: z.number().nullable().optional(),
  dim_query: z.number().nullable().optional(),
});

/** The parts of a search's structured output about how it ran. */
export const traceOutput = {
  pipeline_trace: pipelineTraceSchema
    .extend({ warnings: z.array(quotedText) })
    .optional()
    .describe('With explain'),
  flow: z.array(flowStepSchema).optional().describe('With candidate_trace: how many entered and left each step'),
  candidate_trace: z.array(traceEntrySchema).optional(),
};

const raise = 'Raise token_budget.';

/** How a search ran, in the wire names of its answer: with `explain` the pipeline, with `candidate_trace` what was dropped where. */
export const traceLists = (result: SearchResult, explain: boolean): AnswerList[] => {
  const { pipeline_trace: trace, flow, candidate_trace: entries } = result;
  return [
    ...(explain
      ? [
          {
            name: 'pipeline_trace',
            items: [{ ...trace, warnings: trace.warnings.map(palaceText), phase_timing_ms: timings(trace) }],
            isSingle: true as const,
            more: raise,
          },
        ]
      : []),
    ...(flow === undefined ? [] : [{ name: 'flow', items: flow, more: raise }]),
    ...(entries === undefined
      ? []
      : [
          {
            name: 'candidate_trace',
            items: entries.flatMap((entry) => {
              const read = traceEntrySchema.safeParse(entry).data;
              return read === undefined ? [] : [explain ? read : withShortNumbers(read)];
            }),
            more: 'Raise token_budget, or narrow the search.',
          },
        ]),
  ];
};

/** Without `explain`, no sum has to come out to the last digit. */
const withShortNumbers = (entry: z.output<typeof traceEntrySchema>): Record<string, AnswerValue> =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'number' ? shortScore(value) : value]),
  );

/** JSON that the palace itself made: numbers, and records of numbers and lists. */
const timings = ({ phase_timing_ms: timing }: SearchResult['pipeline_trace']): Record<string, AnswerValue> =>
  Object.fromEntries(Object.entries(timing).flatMap(([name, ms]) => (typeof ms === 'number' ? [[name, ms]] : [])));
