import * as z from 'zod';
import type { NoteCheck } from '../../palace/contract/noteSchemas.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { curationFields, curationNote, curationOutput, isOpenProposal } from './curation.ts';
import {
  duplicateItems,
  duplicateSchema,
  patternFields,
  patternOutput,
  type SavingSession,
} from './saveAnswer.ts';
import type { AnswerValue, ToolAnswer } from '../answers/toolAnswer.ts';

interface ToldCall {
  readonly session: SavingSession & { readonly onProblem: (error: PalaceError) => void };
  readonly signal?: AbortSignal | undefined;
}

/** What any answer may add about notes that the agent saved before this call. */
export const earlierSavesOutput = {
  earlier_saves: z
    .array(
      z.object({
        drawer_id: z.string().describe('The note that you saved'),
        duplicates: z.array(duplicateSchema).optional(),
        pattern: patternOutput,
        curation: curationOutput,
      }),
    )
    .optional()
    .describe('Found since about notes that you saved: drawers that say nearly the same, a recurring issue'),
};

/**
 * Checks of the session's earlier saves that found something. Each is reported once: not in the answer of a cancelled call.
 * Never rejects.
 */
export const earlierSaves = async (
  palace: PalaceApi,
  ids: readonly string[],
  { session: { saved, onProblem }, signal }: ToldCall,
): Promise<readonly NoteCheck[]> => {
  const isCancelled = (): boolean => signal?.aborted === true;
  if (ids.length === 0 || isCancelled()) return [];
  try {
    const { checks, due } = await palace.noteChecks({ drawer_ids: [...ids] }, { signal });
    if (isCancelled()) return [];
    const later = new Set(due);
    for (const id of ids) if (!later.has(id)) saved.delete(id);
    return checks.filter(
      ({ duplicates, pattern, curation }) => duplicates.length + curation.length > 0 || pattern !== null,
    );
  } catch (thrown) {
    if (!isCancelled()) onProblem(PalaceError.from(thrown));
    return [];
  }
};

/** Adds them to an answer, before its own lists. */
export const withEarlierSaves = (answer: ToolAnswer, checks: readonly NoteCheck[]): ToolAnswer =>
  checks.length === 0
    ? answer
    : {
        ...answer,
        ...noteOf(answer, checks),
        lists: [
          { name: 'earlier_saves', items: checks.map(checkFields), more: 'Search for what these notes say.' },
          ...answer.lists,
        ],
      };

/** Open proposals are for the agent to decide. */
const noteOf = ({ note }: ToolAnswer, checks: readonly NoteCheck[]): { note?: string } => {
  const isOpen = checks.some(({ curation }) => curation.some(isOpenProposal));
  return isOpen ? { note: [...(note === undefined ? [] : [note]), curationNote].join('\n') } : {};
};

const checkFields = ({ drawer_id: id, duplicates, pattern, curation }: NoteCheck): Record<string, AnswerValue> => {
  const alike = duplicateItems(duplicates);
  return {
    drawer_id: id,
    duplicates: alike.length === 0 ? undefined : alike,
    pattern: patternFields(pattern),
    curation: curationFields(curation),
  };
};
