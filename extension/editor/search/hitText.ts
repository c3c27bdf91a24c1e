import { commitSubject } from '../../palace/model/text/commitSubject.ts';
import type { LineRange } from '../../palace/model/drawer/drawer.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';
import type { SearchHit, SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { Localiser } from '../platform/localiser.ts';
import { lineLabel, plainLabel } from './lineLabel.ts';

/** `src/a.ts:10–20`, `manual.pdf, page 3`, or null for a drawer without a source. */
export const placeOf = (
  sourceFile: string | null,
  lines: LineRange | null,
  { t }: Pick<Localiser, 't'>,
): string | null => (sourceFile === null ? null : `${sourceFile}${placeInSource(sourceFile, lines, t)}`);

/** When a drawer was filed, and by which member of the team if not here. */
export const filedText = (
  { filed_at: at, filed_by: member }: Pick<SearchHit, 'filed_at' | 'filed_by'>,
  { t, date }: Localiser,
): string => (member === undefined ? t('filed {0}', date(at)) : t('filed {0} by {1}', date(at), member));

/** A search's note on a drawer that a newer one replaces, or seems to replace. */
export const replacedText = (
  { title, marked }: Pick<NonNullable<SearchHit['replaced_by']>, 'title' | 'marked'>,
  { t }: Localiser,
): string => (marked ? t('Replaced by “{0}”', title) : t('May be replaced by “{0}”', title));

/** A search's note on a drawer that has the place of one that it replaces. */
export const inPlaceText = ({ title }: NonNullable<SearchHit['in_place_of']>, { t }: Localiser): string =>
  t('In place of “{0}”', title);

/** A search's note on a part of a long note. */
export const partText = (
  { title, part, parts }: NonNullable<SearchHit['part_of']>,
  { t, count }: Pick<Localiser, 't' | 'count'>,
): string => t('part {0} of {1} of “{2}”', count(part), count(parts), title);

/**
 * The note shown while not every drawer can be found by its meaning; none if the model is unavailable, which is a
 * warning instead.
 */
export const byWordsOnly = (
  { results, warnings, pipeline_trace: { scope, legs } }: SearchResult,
  { t, count }: Localiser,
): readonly string[] => {
  if (results.length === 0 || warnings.length > 0) return [];
  if (legs['dense'] === undefined) return [t('Found by words only: the semantic index is still building.')];
  return scope.without_vector === 0
    ? []
    : [
        t(
          'Semantic index still building. Drawers found by words only: {0} of {1}.',
          count(scope.without_vector),
          count(scope.in_scope),
        ),
      ];
};

/** The title over a search's results. It says what holds for all of them: a note below them is seen only by who goes there. */
export const searchTitle = (result: SearchResult, localiser: Localiser): string => {
  const { t } = localiser;
  if (result.weak === true) return t('Nothing close. The nearest:');
  if (byWordsOnly(result, localiser).length === 0) return t('Search Memory');
  return result.pipeline_trace.legs['dense'] === undefined
    ? t('Search Memory (by words only: semantic index still building)')
    : t('Search Memory (semantic index still building)');
};

interface HitText {
  readonly label: string;
  readonly detail: string;
}

/** A search hit in a list: its best line, and its origin below. `isChanged`: its file has changed since. */
export const hitText = (
  hit: SearchHit,
  terms: readonly string[],
  localiser: Localiser,
  isChanged = false,
): HitText => {
  // A commit's source is its repository, which is its wing. A session's file name is a meaningless number.
  const place =
    hit.type === 'git_commit' || hit.type === 'conversation'
      ? null
      : placeOf(hit.source_file, hit.lines, localiser);
  const parts = [
    hit.palace === undefined ? null : localiser.t('in {0}', hit.palace),
    hit.replaced_by === undefined ? null : replacedText(hit.replaced_by, localiser),
    hit.in_place_of === undefined ? null : inPlaceText(hit.in_place_of, localiser),
    place,
    hit.part_of === undefined ? null : partText(hit.part_of, localiser),
    `${hit.wing} › ${hit.room}`,
    filedText(hit, localiser),
    isChanged ? localiser.t('file changed since') : null,
    hit.pinned ? localiser.t('pinned') : null,
    hit.sensitive ? localiser.t('sensitive') : null,
    hit.tier === 'working' ? null : localiser.t(hit.tier),
    hit.also_in.length === 0 ? null : localiser.t('also in {0} more', hit.also_in.length),
  ];
  // A commit is known by its subject, the first line.
  return {
    label: plainLabel(
      lineLabel(hit.type === 'git_commit' ? commitSubject(maskedText(hit)) : maskedText(hit), terms),
    ),
    detail: plainLabel(parts.filter((part) => part !== null).join(' · ')),
  };
};
