import * as z from 'zod';
import { curationActions } from '../../palace/contract/curation.ts';
import type { Curation } from '../../palace/contract/noteSchemas.ts';
import { shortShare } from '../answers/shortNumber.ts';
import { palaceText, quotedText, type AnswerValue } from '../answers/toolAnswer.ts';

/** What curation proposes about older notes on the same subject. */
export const curationOutput = z
  .array(
    z.object({
      drawer_id: z.string(),
      action: z.enum(curationActions),
      reason: z.string(),
      similarity: z.number(),
      applied: z.boolean(),
      text_start: quotedText,
    }),
  )
  .optional()
  .describe('Older notes on the same subject; UPDATE and DELETE: the new note replaces this one');

/** What an agent may decide, in this program's own words. */
export const curationNote =
  'curation: read the older notes, then call context_curate with drawer_id (the new note) and your decision for each: UPDATE or DELETE marks the older one as replaced, ADD and NOOP leave it. Nothing is deleted.';

/** Whether a proposal would change something and was not applied. */
export const isOpenProposal = ({ action, applied }: Curation): boolean =>
  !applied && (action === 'UPDATE' || action === 'DELETE');

/** The proposals that agents may see. A sensitive drawer has an empty `text_start`. */
export const curationFields = (curation: readonly Curation[]): AnswerValue => {
  const seen = curation.filter(({ text_start: start }) => start !== '');
  return seen.length === 0
    ? undefined
    : seen.map(({ text_start: start, similarity, ...proposal }) => ({
        ...proposal,
        similarity: shortShare(similarity),
        text_start: palaceText(start),
      }));
};
