import type { PatternChange } from '../../palace/contract/memorySchemas.ts';
import type { NoteCheck } from '../../palace/contract/noteSchemas.ts';
import { timesText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { lineLabel } from '../search/lineLabel.ts';

/** Something to tell about a note after it was saved. */
export type CheckedNews =
  | { readonly kind: 'alike'; readonly text: string; readonly other: string }
  | { readonly kind: 'recurs'; readonly text: string };

/** What a note's check found, in words; nothing where it found nothing. */
export const checkedNews = ({ duplicates, pattern }: NoteCheck, localiser: Localiser): CheckedNews[] => {
  const [alike] = duplicates;
  return [
    ...(pattern === null ? [] : [recursNews(pattern, localiser)]),
    ...(alike === undefined
      ? []
      : [
          {
            kind: 'alike' as const,
            other: alike.drawer_id,
            text: localiser.t(
              'A similar note exists (similarity {0}): {1}',
              alike.similarity.toFixed(2),
              alike.text_start === '' ? alike.drawer_id : lineLabel(alike.text_start, []),
            ),
          },
        ]),
  ];
};

/** That an issue recurs. */
export const recursNews = ({ pattern }: PatternChange, localiser: Localiser): CheckedNews => ({
  kind: 'recurs',
  text: localiser.t(
    'This issue recurs, seen {0} since {1}: {2}',
    timesText(pattern.occurrence_count, localiser),
    localiser.date(pattern.first_seen),
    lineLabel(pattern.label, []),
  ),
});
