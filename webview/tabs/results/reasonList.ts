import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { deltaOf, wordsHeld, type WordsHeld } from '../../score/whyFound.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';

/** How many of the query's words it holds, and how many of these are in its path; null if the query has none. */
const wordsSentence = ({ held, of, inPath }: WordsHeld, t: Surroundings['t']): string | null => {
  if (of === 0) return null;
  if (of > 1 && held === 1)
    return inPath === 0
      ? t('1 of {0} words of the query is here.', of)
      : t('1 of {0} words of the query is here, in its path.', of);
  if (of > 1)
    return inPath === 0
      ? t('{0} of {1} words of the query are here.', held, of)
      : t('{0} of {1} words of the query are here, {2} of them in its path.', held, of, inPath);
  if (held === 0) return t('The word of the query is not here.');
  return inPath === 0 ? t('The word of the query is here.') : t('The word of the query is in its path.');
};

/** Why a result was found, one sentence per reason; null if nothing is known. */
export const reasonList = (
  hit: SearchHit,
  terms: readonly string[],
  { t }: Pick<Surroundings, 't'>,
): HTMLElement | null => {
  const place = hit.legs?.['dense']?.rank;
  const byCommit = deltaOf(hit, 'history');
  const byTest = deltaOf(hit, 'tests');
  const sentences = [
    wordsSentence(wordsHeld(hit, terms), t),
    typeof place === 'number'
      ? t('Semantic match {0}, number {1} of all.', shownScore(hit.cosine_similarity ?? 0), formatCount(place))
      : null,
    byCommit > 0 ? t('A commit that fits the query changed it: {0} higher.', shownScore(byCommit)) : null,
    byTest > 0 ? t('The test of its name holds words of the query: {0} higher.', shownScore(byTest)) : null,
  ].filter((sentence) => sentence !== null);
  if (sentences.length === 0) return null;
  return element(
    'ul',
    { class: 'reasons' },
    sentences.map((sentence) => element('li', {}, sentence)),
  );
};
