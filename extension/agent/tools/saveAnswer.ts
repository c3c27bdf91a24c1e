import * as z from 'zod';
import type { PatternChange } from '../../palace/contract/memory/patternSchemas.ts';
import type { Duplicate, NoteCheck, SaveReport, SaveRequest } from '../../palace/contract/noteSchemas.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import { firstTier } from '../../palace/model/drawer/noteTypes.ts';
import { curationFields, curationNote, curationOutput, isOpenProposal } from './curation.ts';
import { shortShare } from '../answers/shortNumber.ts';
import { palaceText, quotedText, shortText, type AnswerValue, type ToolAnswer } from '../answers/toolAnswer.ts';

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
}: Duplicate): Record<string, AnswerValue> => ({
  drawer_id: id,
  similarity: shortShare(similarity),
  kind,
  text_start: palaceText(start),
});

export const patternOutput = z
  .object({
    pattern_id: z.string(),
    label: quotedText,
    change: z.string(),
    occurrence_count: z.number().int(),
    first_seen: z.string(),
  })
  .optional()
  .describe('The recurring issue that this one belongs to');

export const patternFields = (change: PatternChange | null): AnswerValue =>
  change === null
    ? undefined
    : {
        pattern_id: change.pattern.pattern_id,
        label: shortText(change.pattern.label),
        change: change.change,
        occurrence_count: change.pattern.occurrence_count,
        first_seen: change.pattern.first_seen,
      };

export const savedOutput = {
  saved: z.boolean(),
  drawer_id: z.string().optional(),
  check: z
    .enum(['due', 'none', 'done'])
    .describe('due: a later answer lists near duplicates (earlier_saves); none: they are not looked for'),
  warnings: z.array(quotedText),
  pattern: patternOutput,
  curation: curationOutput,
  duplicates: z.array(duplicateSchema).describe('Drawers with the same text; once checked, also similar ones'),
};

/** An agent's session, as far as saving needs it. */
export interface SavingSession {
  readonly id: string;
  /** Notes whose check has not been reported to the agent yet. */
  readonly saved: Set<string>;
}

/** A note as an agent gives it. */
export interface GivenNote {
  readonly request: SaveRequest;
  /** Whether the agent waits for its check. */
  readonly wait: boolean | undefined;
}

/** Saves a note for an agent, and waits for its check if it asked to. */
export const saveForAgent = async (
  palace: PalaceApi,
  { request, wait }: GivenNote,
  {
    session,
    signal,
    onProgress,
  }: Pick<CallOptions, 'signal' | 'onProgress'> & { readonly session: SavingSession },
): Promise<ToolAnswer> => {
  const report = await palace.save({ ...request, session_id: session.id }, { signal });
  const { drawer_id: id } = report;
  const notes = report.saved && isNotBegunWith(request) ? [notBegunWith] : [];
  if (id === null || report.check !== 'due') return saveAnswer(report, null, [], notes);
  if (wait !== true) {
    session.saved.add(id);
    return saveAnswer(report, null, [], notes);
  }
  const { checks, unavailable } = await palace
    .noteChecks({ drawer_ids: [id], wait }, { signal, onProgress })
    .catch((thrown: unknown) => {
      // Saved it is: a later answer tells what this one can't.
      session.saved.add(id);
      throw thrown;
    });
  const [check = null] = checks;
  if (check === null) session.saved.add(id);
  return saveAnswer(report, check, unavailable === null ? [] : [unavailable], notes);
};

/** A session begins with pinned notes, but not with ephemeral ones. */
const isNotBegunWith = ({ type, pinned, tier = firstTier[type] }: SaveRequest): boolean =>
  pinned === true && tier === 'ephemeral';

const notBegunWith =
  'Pinned, but ephemeral: it stays, but sessions begin without it. For that, archive it and save it again with the tier working or longterm.';

const saveAnswer = (
  { saved, drawer_id: id, duplicates, check, warnings, pattern }: SaveReport,
  checked: NoteCheck | null,
  problems: readonly string[],
  remarks: readonly string[],
): ToolAnswer => ({
  ...noteOf([
    ...(checked?.curation.some(isOpenProposal) === true ? [curationNote] : []),
    ...(saved ? [] : ['Not saved: a drawer has exactly this text. Leave it, or save with allow_duplicate.']),
    ...remarks,
  ]),
  facts: {
    saved,
    drawer_id: id ?? undefined,
    check: checked === null ? check : 'done',
    warnings: [...warnings, ...problems].map(palaceText),
    pattern: patternFields(checked?.pattern ?? pattern),
    curation: curationFields(checked?.curation ?? []),
  },
  lists: [
    {
      name: 'duplicates',
      items: duplicateItems([...duplicates, ...(checked?.duplicates ?? [])]),
      more: duplicatesMore,
    },
  ],
});

const noteOf = (notes: readonly string[]): Pick<ToolAnswer, 'note'> =>
  notes.length === 0 ? {} : { note: notes.join('\n') };
