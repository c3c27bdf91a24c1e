import * as z from 'zod';
import type { Duplicate, SaveReport } from '../../palace/contract/noteSchemas.ts';
import { palaceText, quotedText, shortText, type AnswerValue, type ToolAnswer } from './toolAnswer.ts';

export const duplicateSchema = z.object({
  drawer_id: z.string(),
  similarity: z.number(),
  kind: z.enum(['exact', 'near']),
  text_start: quotedText,
});
export const duplicatesMore = 'Raise token_budget.';

/** The duplicates that agents may see. A sensitive one has an empty `text_start`. */
export const duplicateItems = (duplicates: readonly Duplicate[]): Record<string, AnswerValue>[] =>
  duplicates.filter(({ text_start: start }) => start !== '').map(duplicateFields);

const duplicateFields = ({
  drawer_id: id,
  similarity,
  kind,
  text_start: start,
}: Duplicate): Record<string, AnswerValue> => ({ drawer_id: id, similarity, kind, text_start: palaceText(start) });

export const savedOutput = {
  saved: z.boolean(),
  drawer_id: z.string().optional(),
  near_checked: z.boolean(),
  warnings: z.array(quotedText),
  pattern: z
    .object({
      pattern_id: z.string(),
      label: quotedText,
      change: z.string(),
      occurrence_count: z.number().int(),
      first_seen: z.string(),
    })
    .optional()
    .describe('The recurring issue that this one belongs to'),
  duplicates: z.array(duplicateSchema),
};

/** The answer to a save. */
export const saveAnswer = ({
  saved,
  drawer_id: id,
  duplicates,
  near_checked: nearChecked,
  warnings,
  pattern,
}: SaveReport): ToolAnswer => ({
  ...(saved ? {} : { note: 'Not saved: a drawer says the same. Leave it, or save with allow_duplicate.' }),
  facts: {
    saved,
    drawer_id: id ?? undefined,
    near_checked: nearChecked,
    warnings: warnings.map(palaceText),
    pattern:
      pattern === null
        ? undefined
        : {
            pattern_id: pattern.pattern.pattern_id,
            label: shortText(pattern.pattern.label),
            change: pattern.change,
            occurrence_count: pattern.pattern.occurrence_count,
            first_seen: pattern.pattern.first_seen,
          },
  },
  lists: [{ name: 'duplicates', items: duplicateItems(duplicates), more: duplicatesMore }],
});
