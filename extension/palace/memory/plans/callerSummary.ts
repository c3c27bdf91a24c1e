import { longestSummary } from '../../contract/memory/planSchemas.ts';
import { errorText } from '../../model/errorText.ts';
import { PalaceError } from '../../model/palaceError.ts';

/** Returns a caller's text if it can be filed as one drawer. Throws E_PLAN if not. */
export const checkedSummary = (groupId: string, text: string): string => {
  if (text.trim() === '')
    throw new PalaceError('E_PLAN', errorText`The summary of ${groupId} is empty.`, {
      remedy: 'Write it, or leave it out and one is extracted.',
    });
  if (text.length > longestSummary)
    throw new PalaceError(
      'E_PLAN',
      errorText`The summary of ${groupId} has ${text.length} characters; ${longestSummary} are allowed.`,
      { remedy: 'Shorten it.' },
    );
  if (/\p{Cs}/u.test(text))
    throw new PalaceError(
      'E_PLAN',
      errorText`The summary of ${groupId} holds half a character (a lone surrogate).`,
      {
        remedy: 'Correct it.',
      },
    );
  return text;
};

/** A caller names a group that the plan has not; `known` are those that it has. */
export const noSuchGroup = (id: string, known: readonly string[]): PalaceError =>
  new PalaceError(
    'E_PLAN',
    errorText`The plan has no group ${id}${known.length === 0 ? '; it has none' : `, but ${known.join(', ')}`}.`,
  );
