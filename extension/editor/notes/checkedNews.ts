import type { PatternChange } from '../../palace/contract/memory/patternSchemas.ts';
import type { Curation, Duplicate, NoteCheck } from '../../palace/contract/noteSchemas.ts';
import { timesText } from '../platform/countedText.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import { lineLabel } from '../search/lineLabel.ts';

/** Something to tell about a note after it was saved. */
export type CheckedNews =
  | { readonly kind: 'alike'; readonly text: string; readonly other: string }
  | { readonly kind: 'recurs'; readonly text: string }
  /** The new note seems to replace the other, or (`applied`) is marked as replacing it. */
  | { readonly kind: 'replaces'; readonly text: string; readonly other: string; readonly applied: boolean };

/** What a note's check found, in words; undefined if it found nothing. */
export const checkedNews = ({ duplicates, pattern, curation }: NoteCheck, localiser: Localiser): CheckedNews[] => {
  const replaced = curation.filter(({ action }) => action === 'UPDATE' || action === 'DELETE');
  // A replaced note is reported as replaced, and not also as nearly the same.
  const alike = duplicates.find(({ drawer_id: id }) => replaced.every(({ drawer_id: other }) => other !== id));
  return [
    ...(pattern === null ? [] : [recursNews(pattern, localiser)]),
    ...(alike === undefined
      ? []
      : [
          {
            kind: 'alike' as const,
            other: alike.drawer_id,
            text: alikeText(alike, localiser),
          },
        ]),
    ...replaced.map((proposal) => replacesNews(proposal, localiser)),
  ];
};

/** Which note says nearly the same, and where it differs. */
const alikeText = ({ drawer_id: id, text_start: start, differs = [] }: Duplicate, { t }: Localiser): string => {
  const line = start === '' ? id : lineLabel(start, []);
  const [first] = differs;
  if (first === undefined) return t('A similar note exists: {0}', line);
  return t(
    'A similar note exists, but it says “{0}” and the new one “{1}”: {2}',
    first.says,
    first.newer_says,
    line,
  );
};

const replacesNews = (
  { drawer_id: other, applied, reason, text_start: start }: Curation,
  localiser: Localiser,
): CheckedNews => {
  const { t } = localiser;
  const why = localisedReason(reason, localiser);
  const line = start === '' ? other : lineLabel(start, []);
  return {
    kind: 'replaces',
    other,
    applied,
    text: applied
      ? t('The new note replaces an older one ({0}): {1}', why, line)
      : t('The new note seems to replace an older one ({0}): {1}', why, line),
  };
};

/** The message that an issue recurs. */
export const recursNews = ({ pattern }: PatternChange, localiser: Localiser): CheckedNews => ({
  kind: 'recurs',
  text: localiser.t(
    'This issue recurs, seen {0} since {1}: {2}',
    timesText(pattern.occurrence_count, localiser),
    localiser.date(pattern.first_seen),
    lineLabel(pattern.label, []),
  ),
});
