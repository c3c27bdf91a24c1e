import * as z from 'zod';
import { errorTable, PalaceError, type ErrorCode } from '../../palace/model/errors/palaceError.ts';
import {
  isExplained,
  legRankSchema,
  scoreBreakdownSchema,
  scoreEventSchema,
  selectionEventSchema,
  type SearchHit,
  type SearchResult,
} from '../../palace/contract/search/searchResult.ts';
import { archivedText } from '../../palace/contract/search/archivedText.ts';
import { meantText } from '../../palace/contract/search/meantSearch.ts';
import { isOutOfScope } from '../../palace/contract/search/outOfScope.ts';
import { drawerFields, drawerShape, isForAgents } from './drawerAnswer.ts';
import { gap, matchedExcerpt } from './matchedExcerpt.ts';
import { placeLine } from './placeLine.ts';
import { shortScore } from './shortNumber.ts';
import { placesOf, singlePlaces, type Place } from './placesOf.ts';
import { palaceText, quotedText, type AnswerValue, type PackedItems, type ToolAnswer } from './toolAnswer.ts';
import { traceLists, traceOutput } from './traceAnswer.ts';

/** `part` is counted from 1. */
const notePart = { drawer_id: z.string(), part: z.number().int() };

/** The structured output of a search. */
export const searchOutput = {
  profile: z.string(),
  sort_by: z.string().optional(),
  found: z.number().int(),
  warnings: z.array(quotedText).describe('What makes the answer incomplete'),
  of_all: z.array(z.string()).optional().describe('Annotations of every result'),
  results: z.array(
    z.object({
      rank: z.number().int(),
      ...drawerShape,
      also_at: z
        .array(z.object({ start: z.number().int(), end: z.number().int() }))
        .optional()
        .describe('Other matching lines of the file'),
      part_of: z
        .object({ ...notePart, parts: z.number().int() })
        .optional()
        .describe('The long note that it is a part of, by the first one'),
      also_parts: z.array(z.object(notePart)).optional().describe('Other matching parts of the note'),
      names: z.array(z.string()).optional().describe('What the file defines there'),
      score: z.number(),
      selection_score: z
        .number()
        .optional()
        .describe('Determines the order: never rises from one result to the next'),
      importance: z.number().optional().describe('0 to 1; 0.5 where absent'),
      annotations: z.array(z.string()).optional(),
      cosine_similarity: z.number().optional(),
      score_breakdown: scoreBreakdownSchema.optional(),
      score_events: z.array(scoreEventSchema).optional(),
      selection_events: z.array(selectionEventSchema).optional(),
      legs: z.record(z.string(), legRankSchema).optional(),
    }),
  ),
  ...traceOutput,
};

interface SearchDetails {
  /** How to get the results that did not fit. */
  readonly more: string;
  /** Maximum number of results. */
  readonly limit: number;
  /** Conditions that were probably meant by those that nothing meets. */
  readonly meant?: readonly string[];
}

/**
 * A search's answer for agents: compact, with explained scores if the call or the profile asks for them. Throws the
 * error if the palace refused.
 */
export const searchAnswer = (result: SearchResult, { more, limit, meant = [] }: SearchDetails): ToolAnswer => {
  if (result.error !== undefined) throw refusal(result.error);
  const explain = isExplained(result);
  const hits = result.results.filter(isForAgents);
  const places = (explain ? singlePlaces(hits) : placesOf(hits)).slice(0, limit);
  const archived = archivedText(result);
  const saidOnce = explain ? [] : ofAll(places);
  return {
    facts: {
      profile: result.profile,
      sort_by: result.sort_by,
      found: places.length,
      warnings: [
        ...result.warnings,
        ...(meant.length === 0 ? [] : [meantText(meant)]),
        ...(meant.length === 0 && archived === null && isOutOfScope(result) ? [outOfScope] : []),
        ...(result.weak === true ? [weakNote] : []),
        ...(archived === null ? [] : [`${archived}: include_archived finds them.`]),
      ].map(palaceText),
      of_all: saidOnce.length === 0 ? undefined : saidOnce,
    },
    lists: [
      {
        name: 'results',
        items: places.map((place) => hitFields(place, explain)),
        body: 'text',
        more,
        ...(explain ? {} : { packed: packed(places, saidOnce, result.pipeline_trace.terms) }),
      },
      ...traceLists(result, explain),
    ],
  };
};

const readWhole = `${gap} marks omitted text: mempalace_get_drawer reads a place or a drawer completely.`;

/** The annotations that all of several results have. */
const ofAll = ([first, ...others]: readonly Place[]): string[] =>
  others.length === 0
    ? []
    : (first?.hit.annotations ?? []).filter((text) => others.every(({ hit }) => hit.annotations.includes(text)));

const packed = (places: readonly Place[], saidOnce: readonly string[], terms: readonly string[]): PackedItems => ({
  heads: places.map((place) => placeLine(place, saidOnce)),
  excerpt: (text, characters) => matchedExcerpt(text, terms, characters),
  cutNote: readWhole,
});

const outOfScope =
  'No drawer meets all the conditions, whatever its words. Leave one out; path is a part of the path, not a pattern.';

const weakNote = 'Nothing close was found; these are only the nearest, and may be about something else.';

const refusal = ({ code, message, remedy }: NonNullable<SearchResult['error']>): PalaceError =>
  new PalaceError(isCode(code) ? code : 'E_INTERNAL', message, { remedy });
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

const hitFields = ({ hit, also, alsoParts }: Place, explain: boolean): Record<string, AnswerValue> => ({
  rank: hit.rank,
  ...drawerFields(hit),
  also_at: also.length === 0 ? undefined : also.map(({ start, end }) => ({ start, end })),
  part_of: hit.part_of === undefined ? undefined : partFields(hit.part_of),
  also_parts:
    alsoParts.length === 0 ? undefined : alsoParts.map(({ drawer_id: id, part }) => ({ drawer_id: id, part })),
  names: hit.names,
  // With `explain` the exact score is sent, because its events must add up to it.
  score: shortScore(hit.score),
  importance: hit.importance === 0.5 ? undefined : hit.importance,
  selection_score: hit.selection_score === undefined ? undefined : shortScore(hit.selection_score),
  annotations: hit.annotations.length === 0 ? undefined : hit.annotations,
  ...(explain
    ? {
        cosine_similarity: hit.cosine_similarity,
        score_breakdown: hit.score_breakdown,
        score: hit.score,
        score_events: hit.score_events?.map((event) => ({ ...event })),
        selection_score: hit.selection_score,
        selection_events: hit.selection_events?.map((event) => ({ ...event })),
        legs:
          hit.legs === undefined
            ? undefined
            : Object.fromEntries(
                Object.entries(hit.legs).map(([leg, { rank, score, share }]) => [leg, { rank, score, share }]),
              ),
      }
    : {}),
});

/** Without the title: the first part may be sensitive. */
const partFields = ({ drawer_id: id, part, parts }: NonNullable<SearchHit['part_of']>): AnswerValue => ({
  drawer_id: id,
  part,
  parts,
});
