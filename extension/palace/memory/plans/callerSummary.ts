import { longestSummary } from '../../contract/memory/longestSummary.ts';
import type { PlanGroup } from '../../contract/memory/planSchemas.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';

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

/** Throws E_PLAN if the caller names a group that is not among those of the plan. */
export const demandGroups = (named: readonly string[], groups: readonly Pick<PlanGroup, 'group_id'>[]): void => {
  const known = groups.map(({ group_id: id }) => id);
  const unknown = named.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw new PalaceError(
    'E_PLAN',
    known.length === 0
      ? errorText`The plan has no group ${unknown}; it has no groups.`
      : errorText`The plan has no group ${unknown}. Its groups are: ${known.join(', ')}.`,
  );
};
